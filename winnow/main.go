// Winnow turns news sites into streams of clean articles.
package main

import (
	"os"

	"github.com/winnow-news/winnow/winnow/cli"
)

func main() { os.Exit(cli.Process()) }
