"""Small games with known answers, to search and to copy from: bstar/README.md has a table of them."""

from bstar.games.artificial import ArtificialTree as ArtificialTree
from bstar.games.artificial import artificial_tree as artificial_tree
from bstar.games.connect_four import ConnectFour as ConnectFour
from bstar.games.connect_four import new_connect_four as new_connect_four
from bstar.games.domineering import Domineering as Domineering
from bstar.games.domineering import new_domineering as new_domineering
from bstar.games.graphs import Edge as Edge
from bstar.games.graphs import GraphGame as GraphGame
from bstar.games.graphs import graph as graph
from bstar.games.nim import Nim as Nim
from bstar.games.nim import new_nim as new_nim
from bstar.games.random_trees import incremental as incremental
from bstar.games.random_trees import irregular as irregular
from bstar.games.random_trees import ordered as ordered
from bstar.games.random_trees import p_game as p_game
from bstar.games.random_trees import uniform as uniform
from bstar.games.switches import SwitchSum as SwitchSum
from bstar.games.switches import new_switches as new_switches
from bstar.games.tictactoe import TicTacToe as TicTacToe
from bstar.games.tictactoe import new_tictactoe as new_tictactoe
from bstar.games.trees import TreeGame as TreeGame
from bstar.games.trees import new_tree as new_tree
