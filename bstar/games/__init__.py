"""Small games with known answers: what every search of this package is verified on."""
