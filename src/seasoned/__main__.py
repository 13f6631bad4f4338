"""`python -m seasoned`, for whom the program `seasoned` is not on the path."""

from seasoned.surfaces.cli import main

if __name__ == "__main__":
    main()
