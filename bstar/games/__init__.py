"""Small games with known answers, trees and graphs: bstar/README.md has a table of them."""
