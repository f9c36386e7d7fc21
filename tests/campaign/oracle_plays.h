/* The board, the words and all plays of a side, for the oracle: tile after tile along every line. */

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 26, LETTERS = 64, IS_BLANK = 64, RACK = 16, LAID = 2 * RACK };

typedef struct {
    int row, col, down, length, laid, score;
    uint8_t tiles[MOST]; /* of the main word, 0 = on the board already */
} Play;

static int size, start_row, start_col, letters, points[LETTERS];
static int letter_factor[MOST][MOST], word_factor[MOST][MOST];
static int bingo_length, bingo_bonus, scoreless_limit, pass_limit, zero_play_counts;
static int out_gain, out_loss, scoreless_loss;
static uint8_t board[MOST][MOST];
static int tiles_on_board;
static int racks[2][LETTERS]; /* how many of each; 0 = blanks */
static int held[2];           /* how many in all */

static int could_be[LETTERS], could; /* the letters of a side's tiles, as many as they are */
static uint8_t connects[MOST][MOST]; /* which squares join a play to what is there */

static int *child; /* words as a tree: what may follow a node, by letter; 0 = nothing */
static char *is_word;
static int nodes_of_tree, room_of_tree;

static Play *plays; /* a stack of lists */
static int plays_used, plays_room;

static long long work, most_work;
static jmp_buf too_long;

static int number(void) {
    int read;
    if (scanf("%d", &read) != 1) exit(0);
    return read;
}

static void *grown(void *old, size_t bytes) {
    void *room = realloc(old, bytes);
    if (!room) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return room;
}

static int *follower(int node, int letter) { return &child[(size_t)node * (letters + 1) + letter]; }

static int new_node(void) {
    if (nodes_of_tree == room_of_tree) {
        room_of_tree = 2 * room_of_tree + 1024;
        child = grown(child, (size_t)room_of_tree * (letters + 1) * sizeof *child);
        is_word = grown(is_word, room_of_tree);
    }
    memset(follower(nodes_of_tree, 0), 0, (letters + 1) * sizeof *child);
    is_word[nodes_of_tree] = 0;
    return nodes_of_tree++;
}

static int tile_at(int row, int col) {
    return row >= 0 && col >= 0 && row < size && col < size ? board[row][col] : 0;
}

static int letter_of(int tile) { return tile & ~IS_BLANK; }

static int points_of(int tile) { return tile & IS_BLANK ? 0 : points[tile]; }

static int rack_points(int side) {
    int sum = 0;
    for (int letter = 1; letter <= letters; letter++) sum += racks[side][letter] * points[letter];
    return sum;
}

/* The word that a tile makes across its line, beside others there: 1 and its points, -1 if it is none. */
static int crossing(int row, int col, int down, int tile, int *score) {
    int by_row = !down, by_col = down, r = row, c = col, node = 0, length = 0, sum = 0;
    while (tile_at(r - by_row, c - by_col)) r -= by_row, c -= by_col;
    for (; (r == row && c == col) || tile_at(r, c); r += by_row, c += by_col, length++) {
        int is_new = r == row && c == col, here = is_new ? tile : board[r][c];
        sum += points_of(here) * (is_new ? letter_factor[r][c] : 1);
        if (node >= 0 && !(node = *follower(node, letter_of(here)))) node = -1;
    }
    if (node < 0 || !is_word[node]) return -1;
    *score = sum * word_factor[row][col];
    return 1;
}

static int is_beside_a_tile(int row, int col) {
    return tile_at(row - 1, col) || tile_at(row + 1, col) || tile_at(row, col - 1) || tile_at(row, col + 1);
}

static int is_next_to_one(int row, int col, int by_row, int by_col) {
    return tile_at(row - by_row, col - by_col) || tile_at(row + by_row, col + by_col);
}

static int is_connected(int row, int col) {
    return tiles_on_board ? is_beside_a_tile(row, col) : row == start_row && col == start_col;
}

typedef struct { /* a play that is being laid */
    Play play;
    int side, main_points, main_factor, others, is_connected, crosses;
} Try;

static void keep(const Try *t) {
    if (plays_used == plays_room) {
        plays_room = 2 * plays_room + 4096;
        plays = grown(plays, plays_room * sizeof *plays);
    }
    Play *play = &plays[plays_used++];
    *play = t->play;
    play->score = t->main_points * t->main_factor + t->others;
    if (play->laid >= bingo_length) play->score += bingo_bonus;
}

static void extend(Try t, int node) {
    int row = t.play.row + t.play.length * t.play.down, col = t.play.col + t.play.length * !t.play.down;
    int is_on = row < size && col < size, there = is_on ? board[row][col] : 0;
    if (!there && t.play.laid && t.play.length > 1 && t.is_connected && is_word[node])
        if (!(t.play.down && t.play.laid == 1 && t.crosses)) keep(&t); /* else it is found across */
    if (!is_on) return;
    if (there) {
        int next = *follower(node, letter_of(there));
        if (!next) return;
        t.play.tiles[t.play.length++] = 0;
        t.main_points += points_of(there);
        extend(t, next);
        return;
    }
    int across = -1; /* is a tile beside it across the line? looked at once a letter fits */
    for (int at = 0; at < could; at++) {
        int letter = could_be[at], next = *follower(node, letter);
        for (int blank = 0; next && blank < 2; blank++) {
            int *left = &racks[t.side][blank ? 0 : letter], tile = letter | blank * IS_BLANK, score = 0;
            if (!*left) continue;
            if (++work > most_work) longjmp(too_long, 1);
            if (across < 0) {
                across = is_next_to_one(row, col, !t.play.down, t.play.down);
                t.is_connected |= connects[row][col];
            }
            int crosses = across ? crossing(row, col, t.play.down, tile, &score) : 0;
            if (crosses < 0) continue;
            Try further = t;
            further.play.tiles[further.play.length++] = tile;
            further.play.laid++;
            further.main_points += points_of(tile) * letter_factor[row][col];
            further.main_factor *= word_factor[row][col];
            further.others += score;
            further.crosses += crosses;
            --*left;
            extend(further, next);
            ++*left;
        }
    }
}

/* Could so many tiles, laid from here without a gap, touch anything? */
static int is_in_reach(int row, int col, int down, int tiles) {
    for (; tiles > 0 && row < size && col < size; row += down, col += !down) {
        if (board[row][col]) continue;
        if (connects[row][col]) return 1;
        tiles--;
    }
    return 0;
}

/* Put all plays of a side on the stack. */
static void find_plays(int side) {
    could = 0;
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++) connects[row][col] = is_connected(row, col);
    for (int letter = 1; letter <= letters; letter++)
        if (racks[side][letter] || racks[side][0]) could_be[could++] = letter;
    for (int down = 0; down < 2; down++)
        for (int row = 0; row < size; row++)
            for (int col = 0; col < size; col++) {
                Try t = {.play = {.row = row, .col = col, .down = down}, .side = side, .main_factor = 1};
                if (tile_at(row - down, col - !down)) continue;
                if (is_in_reach(row, col, down, held[side])) extend(t, 0);
            }
}
