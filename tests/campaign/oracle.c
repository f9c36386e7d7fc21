/* The rules of the game written out once more, in C: the value of a position and of every legal move.

   Reads numbers from standard input, position after position, and answers each at once:

       work                                       so many tiles may be tried, some million a second
       n  start row, column                       the board; rows and columns count from 0
       n * n letter factors, n * n word factors
       n * n tiles on the board                   0 = empty, c = letter c, 64 + c = a blank that stands for c
       letters, their points                      letters are 1 .. letters; a blank is worth nothing
       bingo length, bingo bonus, scoreless limit, pass limit (-1 = none), do plays of 0 points count as
       scoreless, gain of who goes out, loss of the other side, loss of each side after scoreless turns
       scoreless turns in a row so far            taken for passes
       tiles, rack of the player on turn          0 = a blank
       tiles, rack of the other side
       words (-1 = those of the position before), each: letters, the letters

       value V moves M                            points still to come for the player on turn less the other's
       row column down score worth tiles: ...     M lines, the pass first: of the main word, 0 = on the board
   or
       work 123                                   it took too long: no answer

   Plays are found by laying tile after tile along every line as long as some word begins so.  Every game is
   played to its end; what is remembered of a position is looked up by the whole position, no number stands
   for it. */

#include "oracle_plays.h"

typedef struct { /* all that the best play depends on */
    uint16_t squares[LAID];
    uint8_t tiles[LAID], racks[2][RACK], zeros, used, unused[2];
} Key;

typedef struct {
    Key key;
    int value, next;
} Known;

static Known *known;
static int known_used, known_room, *heads, head_count;

static void lay(int side, const Play *play, int sign) {
    for (int at = 0; at < play->length; at++) {
        int tile = play->tiles[at], down = play->down;
        int row = play->row + at * down, col = play->col + at * !down;
        if (!tile) continue;
        board[row][col] = sign > 0 ? tile : 0;
        tiles_on_board += sign;
        racks[side][tile & IS_BLANK ? 0 : tile] -= sign;
        held[side] -= sign;
    }
}

static uint8_t first_board[MOST][MOST];

static Key key_of(int side, int zeros) {
    Key key;
    memset(&key, 0, sizeof key);
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++)
            if (board[row][col] != first_board[row][col]) {
                key.squares[key.used] = row * size + col;
                key.tiles[key.used++] = board[row][col];
            }
    for (int each = 0; each < 2; each++) {
        int who = each ? !side : side, at = 0;
        for (int letter = 0; letter <= letters; letter++)
            for (int count = 0; count < racks[who][letter]; count++) key.racks[each][at++] = letter + 1;
    }
    key.zeros = zero_play_counts ? zeros : 0;
    return key;
}

static int head_of(const Key *key) {
    uint64_t hash = 14695981039346656037u, parts[(sizeof *key + 7) / 8] = {0};
    memcpy(parts, key, sizeof *key);
    for (size_t at = 0; at < sizeof parts / sizeof *parts; at++) {
        hash = (hash ^ parts[at]) * 1099511628211u;
        hash ^= hash >> 29;
    }
    return (hash ^ hash >> 32) % head_count;
}

static int worth_of_play(int side, const Play *play, int zeros);

/* The best that a side can get by a play, far below anything if it has none; zeros: scoreless turns. */
static int best_play(int side, int zeros) {
    Key key = key_of(side, zeros);
    int head = head_of(&key);
    for (int at = heads[head]; at >= 0; at = known[at].next)
        if (!memcmp(&known[at].key, &key, sizeof key)) return known[at].value;
    int first = plays_used, best = -1000000;
    find_plays(side);
    for (int at = first, last = plays_used; at < last; at++) {
        Play play = plays[at]; /* the stack may move */
        int worth = worth_of_play(side, &play, zeros);
        if (worth > best) best = worth;
    }
    plays_used = first;
    if (known_used == known_room) {
        known_room = 2 * known_room + 4096;
        known = grown(known, known_room * sizeof *known);
    }
    known[known_used] = (Known){key, best, heads[head]};
    heads[head] = known_used++;
    return best;
}

static int worth_of_pass(int side, int zeros, int passes);

/* What is still to come for a side on turn; zeros, passes: scoreless turns and passes in a row so far. */
static int value(int side, int zeros, int passes) {
    int play = best_play(side, zeros), pass = worth_of_pass(side, zeros, passes);
    return play > pass ? play : pass;
}

static int is_at_limit(int zeros, int passes) {
    return (scoreless_limit >= 0 && zeros >= scoreless_limit) || (pass_limit >= 0 && passes >= pass_limit);
}

static int scoreless_end(int side) { return scoreless_loss * (rack_points(!side) - rack_points(side)); }

static int worth_of_pass(int side, int zeros, int passes) {
    if (is_at_limit(zeros + 1, passes + 1)) return scoreless_end(side);
    return -value(!side, zeros + 1, passes + 1);
}

static int worth_of_play(int side, const Play *play, int zeros) {
    int is_scoreless = zero_play_counts && play->score == 0, after = is_scoreless ? zeros + 1 : 0;
    int worth = play->score;
    lay(side, play, 1);
    if (!held[side])
        worth += (out_gain + out_loss) * rack_points(!side);
    else if (is_at_limit(after, 0))
        worth += scoreless_end(side);
    else
        worth -= value(!side, after, 0);
    lay(side, play, -1);
    return worth;
}

static void read_rack(int side) {
    held[side] = number();
    memset(racks[side], 0, sizeof racks[side]);
    for (int at = 0; at < held[side]; at++) racks[side][number()]++;
}

static void read_words(void) {
    int words = number();
    if (words < 0) return;
    free(child);
    free(is_word);
    child = NULL, is_word = NULL, nodes_of_tree = room_of_tree = 0;
    new_node();
    for (; words > 0; words--) {
        int node = 0;
        for (int left = number(); left > 0; left--) {
            int letter = number();
            int next = *follower(node, letter);
            if (!next) {
                next = new_node(); /* the tree may move */
                *follower(node, letter) = next;
            }
            node = next;
        }
        is_word[node] = 1;
    }
}

static int read_position(void) {
    most_work = number();
    size = number(), start_row = number(), start_col = number();
    tiles_on_board = 0;
    memset(board, 0, sizeof board);
    for (int at = 0; at < size * size; at++) letter_factor[at / size][at % size] = number();
    for (int at = 0; at < size * size; at++) word_factor[at / size][at % size] = number();
    for (int at = 0; at < size * size; at++) tiles_on_board += (board[at / size][at % size] = number()) > 0;
    memcpy(first_board, board, sizeof board);
    letters = number();
    for (int letter = 1; letter <= letters; letter++) points[letter] = number();
    bingo_length = number(), bingo_bonus = number(), scoreless_limit = number(), pass_limit = number();
    zero_play_counts = number(), out_gain = number(), out_loss = number(), scoreless_loss = number();
    int zeros = number();
    read_rack(0);
    read_rack(1);
    read_words();
    return zeros;
}

static void answer(int zeros) {
    plays_used = known_used = 0;
    work = 0;
    for (int head = 0; head < head_count; head++) heads[head] = -1;
    if (setjmp(too_long)) {
        printf("work %lld\n", work);
        return;
    }
    int pass = worth_of_pass(0, zeros, zeros), best = pass;
    find_plays(0);
    int count = plays_used, *worths = grown(NULL, (count + 1) * sizeof *worths);
    for (int at = 0; at < count; at++) {
        Play play = plays[at];
        worths[at] = worth_of_play(0, &play, zeros);
        if (worths[at] > best) best = worths[at];
    }
    printf("value %d moves %d\n0 0 0 0 %d\n", best, count + 1, pass);
    for (int at = 0; at < count; at++) {
        const Play *play = &plays[at];
        printf("%d %d %d %d %d", play->row, play->col, play->down, play->score, worths[at]);
        for (int tile = 0; tile < play->length; tile++) printf(" %d", play->tiles[tile]);
        printf("\n");
    }
    free(worths);
}

int main(void) {
    head_count = 1 << 18;
    heads = grown(NULL, head_count * sizeof *heads);
    for (;;) {
        int zeros = read_position();
        answer(zeros);
        fflush(stdout);
    }
}
