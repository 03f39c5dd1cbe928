/* SPDX-License-Identifier: MIT */
/*
 * The protocol of a single-pass scan with look-ahead and decoupled fallback, for the model checker
 * spin. check.sh says which configurations of it are checked, and what must come out.
 *
 * Modelled is what workgroups do to each other: they start in any order, take tiles by tickets or
 * by index, publish aggregates and prefixes in status words, look back, make up for aggregates that
 * are missing, overwrite their input, are stopped for ever at any point, and leave scratch to the
 * next run.
 *
 * Left out:
 * - What the invocations of a workgroup do among themselves; a workgroup is one process.
 * - Numbers. A tile's aggregate is a set of one bit, another one in the next run, and to combine is
 *   to unite. So all prefixes differ; but operands that change places are not noticed.
 * - The elements of a tile. They are one place, loaded when the last of them is loaded and
 *   overwritten when the first of them is. Nothing more than that can be spoiled.
 * - Scans that are not in place, where nothing is spoiled.
 * - Looks that find nothing, as they change nothing: of a bounded number of looks there is one, at
 *   any time. Nor does it matter that a subgroup looks at many tiles at once, and here one is
 *   looked at after the other: what has been found stays true.
 *
 * Atomics are relaxed: each word by itself is coherent, and no order is kept between words. So
 * - a load gives what the word holds, or anything it held before in this run, or before this run;
 * - a store comes at once, or as late as its workgroup's next barrier (memoryBarrierBuffer), which
 *   waits for it; those to different words come in any order;
 * - a compare-and-swap acts on what the word holds. A fallback has loaded the elements before, as
 *   what it swaps in depends on them; where that is no reason, a barrier has to be.
 * Stores that come between the earliest and the latest time are left out, as nobody could tell: all
 * that a word has to say before its workgroup overwrites elements is what others could compute.
 *
 * Nothing blocks here but to wait for another workgroup, which only a scan without the fallback
 * does. So a hang is a state that nobody leaves. That no schedule goes on without end either is
 * checked by a search for cycles, which finds none.
 */

#ifndef WORKGROUPS
#define WORKGROUPS 3
#endif
#ifndef TILES
#define TILES 4
#endif
/* One run, after another that has left its words behind, or two, after scratch has been zeroed. */
#ifndef RUNS
#define RUNS 1
#endif
/*
 * The form of a tile's status: how many words a value has, where two stand for any number of them;
 * and one set of words, in which the prefix overwrites the aggregate, or two, with one for each.
 * Two words in one set may be of both kinds. Then its owner keeps the aggregate elsewhere, too.
 */
#ifndef PARTS
#define PARTS 1
#endif
#ifndef SETS
#define SETS 1
#endif
/*
 * Where more than 1, only prefixes up to the end of so many tiles are published: by the tile after
 * them.
 */
#ifndef BLOCK
#define BLOCK 1
#endif
/* How many tickets a workgroup takes at most, if that matters: enough for all tiles. */
#ifndef SHARE
#define SHARE 0
#endif
/* Whether the next tile's ticket is taken before this tile's prefix is looked for. */
#ifndef LOOK_AHEAD
#define LOOK_AHEAD 1
#endif
/* Whether a workgroup's index says which tiles it takes, instead of tickets. */
#ifndef BY_INDEX
#define BY_INDEX 0
#endif
/* Whether an aggregate that is missing is computed, or waited for. */
#ifndef FALLBACK
#define FALLBACK 1
#endif
/* Whether workgroups of the last run may be stopped for ever. */
#ifndef STOP
#define STOP 0
#endif
/* How many workgroups the device runs at once; others start when one of these has ended. */
#ifndef ROOM
#define ROOM WORKGROUPS
#endif
/* How many runs are counted before the numbers begin anew, at most 3. */
#ifndef EPOCHS
#define EPOCHS 3
#endif

/* What may be done wrong, one at a time. */
#define NOTHING 0
#define OUTPUT_FIRST 1 /* output is stored before anything is published */
#define NO_BARRIER 2   /* there is none between publication and output */
#define NO_AGGREGATE 3 /* tile 0 publishes its prefix alone, as it needs no other */
#define PLAIN_STORE 4  /* a fallback does not compare */
#define OTHER_BITS 5   /* a fallback rounds otherwise than the owner */
#define MIXED_WORDS 6  /* the first word of a value says what all of them hold */
#define ANY_EPOCH 7    /* words of any run are taken */
#define NO_CLEAR 8     /* words are left when the numbers of runs begin anew */
#define EARLY_CLEAR 9  /* they are cleared while others still look at them */
#define EARLY_LEAVE 10 /* a workgroup leaves the run, and then takes further tickets */
#define NOT_KEPT 11    /* a fallback computes aggregates of states of both kinds, too */
#ifndef MISTAKE
#define MISTAKE NOTHING
#endif

#define LAST_RUN 2

/* The sets of a run, whose number turns them by so many bits. */
#define TURNED(set, run) ((((set) << (run)) | ((set) >> (TILES - (run)))) & ((1 << TILES) - 1))
#define AGGREGATE(run, tile) TURNED(1 << (tile), run)
#define PREFIX(run, tile) TURNED((2 << (tile)) - 1, run)
#define SPOILED 0

#define HAS_BOTH_KINDS (SETS == 1 && PARTS == 2)

/* A status word: the epoch of its run, how the value is rounded, what it is, and its set. */
#define WORD(epoch, is_prefix, set) ((epoch) << 6 | (is_prefix) << 4 | (set))
#define ROUNDED (1 << 5)
#define EPOCH(word) ((word) >> 6)
#define IS_PREFIX(word) (((word) >> 4) & 1)
#define SET(word) ((word) & ((1 << TILES) - 1))
#define VALUE(word) ((word) & (ROUNDED | ((1 << TILES) - 1)))

/* Where a tile's status words are. The last tile has none, as nobody looks at it. */
#define AT(tile, set, part) (((tile) * SETS + (set)) * PARTS + (part))
#define AGGREGATES 0
#define PREFIXES (SETS - 1)
#define LAST_TILE (TILES - 1)
#define WORDS (LAST_TILE * SETS * PARTS)
#define ALL_PARTS ((1 << PARTS) - 1)
#define EACH_PART(holds) (holds(0) && holds(PARTS - 1))

/* Scratch. */
byte ticket;
byte finished;
byte runs;
byte word[WORDS];

/* The elements, in place. */
byte data[TILES];

/* A bit for each tile whose owner has kept its aggregate, which is there before any output. */
byte kept;

/* What no workgroup knows: the words before the run, and the state of all. */
byte old[WORDS];
byte demoted; /* a bit for each word that held a prefix, and holds an aggregate again */
byte started; /* a bit for each workgroup */
byte room = ROOM;
bool stopped;

/* ---- a workgroup ---- */

inline may_stop()
{
#if STOP
    if
    :: run_number == LAST_RUN ->
        stopped = true;
        goto gone
    :: true
    fi
#else
    skip
#endif
}

/* But for their indices they are alike, so they need not change places. */
#define IN_ORDER (index == 0 || BY_INDEX || started & 1 << (index - 1))

/* Where there are as many workgroups as tiles, one ticket each. */
#define MANY_TICKETS 9
#define TICKETS (TILES <= WORKGROUPS -> 1 : (SHARE > 0 -> SHARE : MANY_TICKETS))

/* With a tile's ticket its elements are loaded, too. Tickets that have no tile are all alike. */
inline take_ticket(tile)
{
#if BY_INDEX
    tile = index;
    index = index + WORKGROUPS;
#else
    index = 0;
    tile = ticket;
    ticket = (ticket < TILES -> ticket + 1 : TILES);
#endif
    if
    :: tile >= TILES -> tickets = 0
    :: else ->
        tickets = (tickets == MANY_TICKETS -> tickets : tickets - 1);
        assert(data[tile] == AGGREGATE(run_number, tile))
    fi
}

/* A bit for each store that is to come: parts of tile's words, above them parts of next's. */
#define FOR_TILE 0
#define FOR_NEXT PARTS

inline publish_aggregate(tile, first)
{
    if
    :: tile == LAST_TILE || MISTAKE == NO_AGGREGATE && tile == 0
    :: else -> to_come = to_come | ALL_PARTS << first
    fi
}

/* Where they share words, a prefix replaces an aggregate that has not come; and where there are
 * several of them, an aggregate replaces no word of a prefix. */
#define HAS_PREFIX(at) (HAS_BOTH_KINDS && EPOCH(word[at]) == epoch && IS_PREFIX(word[at]))

inline store(which)
{
    if
    :: which >= FOR_NEXT && HAS_PREFIX(AT(next, AGGREGATES, which - FOR_NEXT))
    :: which < FOR_NEXT && HAS_PREFIX(AT(tile, AGGREGATES, which))
    :: which >= FOR_NEXT && !HAS_PREFIX(AT(next, AGGREGATES, which - FOR_NEXT)) ->
        word[AT(next, AGGREGATES, which - FOR_NEXT)] =
            WORD(epoch, false, AGGREGATE(run_number, next))
    :: which < FOR_NEXT && SETS == 1 && has_prefix ->
        word[AT(tile, PREFIXES, which)] = WORD(epoch, true, prefix)
    :: else ->
        word[AT(tile, AGGREGATES, which)] = WORD(epoch, false, AGGREGATE(run_number, tile))
    fi;
    to_come = to_come & ~(1 << which)
}

inline let_store_come(which)
{
    if
    :: to_come & 1 << which -> store(which)
    :: else
    fi
}

inline let_store_come_or_not(which)
{
    if
    :: MISTAKE != OUTPUT_FIRST -> let_store_come(which)
    :: true
    fi
}

inline let_all_stores_come()
{
    may_stop();
    let_store_come(0);
    let_store_come(1);
#if PARTS == 2
    let_store_come(2);
    let_store_come(3)
#endif
}

/* Where there is no fallback they all come: they are waited for, and come in the end. */
inline let_some_stores_come()
{
#if FALLBACK
    may_stop();
    let_store_come_or_not(0);
    let_store_come_or_not(1);
#if PARTS == 2
    let_store_come_or_not(2);
    let_store_come_or_not(3)
#endif
#else
    let_all_stores_come()
#endif
}

inline load(to, at)
{
    if
    :: to = word[at]
#if FALLBACK
    :: !(known & 1 << behind) -> to = old[at] /* who waits does not use that */
#endif
#if SETS == 1
    :: EPOCH(word[at]) == epoch && IS_PREFIX(word[at]) &&
       !(HAS_BOTH_KINDS && known & 1 << behind) ->
        to = WORD(epoch, false, AGGREGATE(run_number, behind))
#endif
#if HAS_BOTH_KINDS
    :: demoted & 1 << at && !(known & 1 << behind) ->
        to = WORD(epoch, true, PREFIX(run_number, behind))
#endif
    fi
}

inline load_value(set)
{
    load(seen[0], AT(behind, set, 0));
#if PARTS == 2
    load(seen[1], AT(behind, set, 1))
#endif
}

#define IN_MEMORY(part) word[AT(behind, AGGREGATES, part)]
#define IS_PUBLISHED(part) (EPOCH(IN_MEMORY(part)) == epoch)
#if MISTAKE == ANY_EPOCH
#define IS_SEEN(part) (seen[part] != 0)
#else
#define IS_SEEN(part) (EPOCH(seen[part]) == epoch)
#endif

/* Only where a prefix overwrites an aggregate word by word can the words be of both. Whoever sees
 * that polls again, and falls back after a while. */
#define SEEN_ALIKE (IS_PREFIX(seen[0]) == IS_PREFIX(seen[PARTS - 1]) || MISTAKE == MIXED_WORDS)
#define IS_VALID (EACH_PART(IS_SEEN) && SEEN_ALIKE)

/* Sees the prefix of the tile behind, or else what there is of its aggregate. */
inline look()
{
#if !FALLBACK
    EACH_PART(IS_PUBLISHED); /* waits */
#endif
    load_value(PREFIXES);
#if SETS == 2
    if
    :: EACH_PART(IS_SEEN)
    :: else -> load_value(AGGREGATES)
    fi;
#endif
    missing = !IS_VALID
}

/* Combines what was seen with what was seen before. */
inline combine()
{
    assert(VALUE(seen[0]) == VALUE(seen[PARTS - 1]));
    assert((SET(seen[0]) & prefix) == 0);
    prefix = prefix | SET(seen[0]);
    if
    :: IS_PREFIX(seen[0]) -> behind = 0
    :: else
    fi;
    missing = false;
    computed = 0;
    seen[0] = 0;
    seen[PARTS - 1] = 0
}

/* Inserts a part of what was computed, unless it was seen or another was quicker. */
inline insert(part)
{
    if
    :: computed == 0 || IS_SEEN(part) && !IS_PREFIX(seen[part])
    :: else ->
        may_stop();
        if
        :: IN_MEMORY(part) == seen[part] || MISTAKE == PLAIN_STORE ->
            demoted =
                demoted | HAS_PREFIX(AT(behind, AGGREGATES, part)) << AT(behind, AGGREGATES, part);
            IN_MEMORY(part) = computed;
            seen[part] = computed
        :: else ->
            seen[part] = IN_MEMORY(part);
            assert(IS_SEEN(part))
        fi
    fi
}

/*
 * The tiles in hand are dropped for the missing one, and then taken up again: published again, in
 * place of what there is by then, and their prefix is looked for from the start.
 */
inline take_up_again()
{
    known = known | 1 << behind; /* as the swap has seen it */
    missing = false;
    computed = 0;
    seen[0] = 0;
    seen[PARTS - 1] = 0;
    prefix = AGGREGATE(run_number, tile);
    behind = tile;
    publish_aggregate(tile, FOR_TILE);
    if
    :: published -> publish_aggregate(next, FOR_NEXT)
    :: else
    fi;
    let_some_stores_come()
}

/*
 * A state of both kinds is looked at once more behind the elements: if these were overwritten, all is
 * there that was stored before. Then the aggregate replaces those of its words that are a prefix's.
 */
inline look_behind_elements()
{
#if HAS_BOTH_KINDS
    if
    :: seen[0] = IN_MEMORY(0);
       seen[PARTS - 1] = IN_MEMORY(PARTS - 1)
    :: data[behind] != SPOILED
    fi;
    if
    :: IS_VALID -> computed = 0
    :: !IS_VALID && kept & 1 << behind && MISTAKE != NOT_KEPT ->
        computed = WORD(epoch, false, AGGREGATE(run_number, behind))
    :: else
    fi
#else
    skip
#endif
}

inline fall_back()
{
    atomic {
        computed = WORD(epoch, false, data[behind]) | (MISTAKE == OTHER_BITS -> ROUNDED : 0);
        look_behind_elements()
    }
#if PARTS == 2
    atomic { insert(0) }
#endif
    atomic {
        insert(PARTS - 1);
        take_up_again()
    }
}

/*
 * No compare-and-swap is done on words that only prefixes have. Where such a store comes late,
 * nothing is seen that is not seen where a load gives what was there before. The same is true of
 * another tile's prefix, whose word has its aggregate by then. (In the run after which words are
 * cleared all wait for their stores before they leave it.)
 */
inline store_prefix_of(other)
{
    word[AT(other, PREFIXES, 0)] = WORD(epoch, true, PREFIX(run_number, other));
#if HAS_BOTH_KINDS
    has_prefix = true /* in part */
#else
    word[AT(other, PREFIXES, PARTS - 1)] = WORD(epoch, true, PREFIX(run_number, other))
#endif
}

inline store_rest_of_prefix()
{
#if HAS_BOTH_KINDS && BLOCK > 1
    if
    :: has_prefix ->
        may_stop();
        word[AT(tile - 1, PREFIXES, 1)] = WORD(epoch, true, PREFIX(run_number, tile - 1));
        has_prefix = false
    :: else
    fi
#else
    skip
#endif
}

inline publish_prefix()
{
    assert(prefix == PREFIX(run_number, tile));
    may_stop();
    if
#if BLOCK > 1
    :: tile > 0 && tile % BLOCK == 0 -> store_prefix_of(tile - 1)
    :: else
#else
    :: tile == LAST_TILE
    :: else ->
        has_prefix = true;
#if SETS == 1
        to_come = to_come | ALL_PARTS;
        let_some_stores_come()
#else
        store_prefix_of(tile)
#endif
#endif
    fi
}

inline look_back()
{
    prefix = AGGREGATE(run_number, tile);
    behind = tile;
    do
    :: missing -> fall_back()
    :: atomic {
        !missing && behind > 0 ->
            behind--;
            look();
            if
            :: missing
            :: else -> combine()
            fi
        }
    :: atomic {
        !missing && behind == 0 ->
            publish_prefix();
            break
        }
    od
}

inline store_output()
{
    may_stop();
    data[tile] = SPOILED
}

/* What comes after the tile's prefix is known. */
inline wait_for_stores()
{
    do
    :: atomic { to_come != 0 -> let_all_stores_come() }
    :: atomic { to_come == 0 -> kept = kept | HAS_BOTH_KINDS << tile; break }
    od
}

/* Who needs no ticket any more, and knows the number of the run. */
inline leave()
{
    may_stop();
    has_left = true;
    finished++;
    if
    :: finished < WORKGROUPS
    :: else ->
        ticket = 0;
        finished = 0;
        runs = epoch % EPOCHS;
        if
        :: runs == 0 && MISTAKE != NO_CLEAR ->
            for (at : 0 .. WORDS - 1) {
                word[at] = 0
            }
        :: else
        fi
    fi
}

/* All words are cleared before the numbers begin anew, so nobody leaves that run early. */
inline leave_early()
{
    if
    :: epoch % EPOCHS != 0 || MISTAKE == EARLY_CLEAR -> leave()
    :: else
    fi
}

proctype workgroup(byte index; byte run_number)
{
    byte epoch, tickets, tile, next, behind, prefix, computed, to_come, at;
    byte known; /* tiles that it has computed by fallback, a bit each */
    byte seen[PARTS];
    bool more, missing, has_prefix, published, has_left;

    atomic {
        room > 0 && IN_ORDER;
        room--;
        started = started | 1 << index;
        epoch = runs + 1;
        tickets = TICKETS;
        take_ticket(tile);
        if
        :: tile < TILES -> publish_aggregate(tile, FOR_TILE)
        :: else -> goto done
        fi
    }
    do
    :: atomic { let_some_stores_come() }
#if LOOK_AHEAD
        if
        :: tickets > 0 ->
            atomic {
                may_stop();
                take_ticket(next);
                more = next < TILES
            }
        :: else -> more = false
        fi;
#endif
        if
        :: tickets == 0 && !more || MISTAKE == EARLY_LEAVE && !has_left ->
            atomic { leave_early() }
        :: else
        fi;
#if LOOK_AHEAD
        /* Who has looked once, in vain, publishes the next aggregate before it looks again. */
        if
        :: more ->
            atomic {
                may_stop();
                publish_aggregate(next, FOR_NEXT);
                let_some_stores_come();
                published = true
            }
        :: true
        fi;
#endif
        look_back();
        atomic { store_rest_of_prefix() }
#if MISTAKE != NO_BARRIER && MISTAKE != OUTPUT_FIRST
        wait_for_stores();
#endif
#if LOOK_AHEAD
        if
        :: more && !published ->
            atomic {
                may_stop();
                publish_aggregate(next, FOR_NEXT);
                let_some_stores_come()
            }
        :: else
        fi;
#endif
        atomic { store_output() }
#if MISTAKE == NO_BARRIER || MISTAKE == OUTPUT_FIRST
        wait_for_stores();
#endif
        atomic {
            has_prefix = false;
            published = false;
            known = 0;
            prefix = 0;
#if LOOK_AHEAD
            tile = (more -> next : TILES);
            next = 0;
            to_come = to_come >> FOR_NEXT;
#else
            tile = TILES;
            if
            :: tickets > 0 ->
                may_stop();
                take_ticket(tile)
            :: else
            fi;
#endif
            if
            :: tile >= TILES -> break
#if LOOK_AHEAD
            :: else
#else
            :: else -> publish_aggregate(tile, FOR_TILE)
#endif
            fi
        }
    od;
done:
    atomic {
        if
        :: has_left
        :: else -> leave()
        fi;
        room++
    }
gone:
    atomic {
        /* What it held tells no states apart. */
        index = 0; epoch = 0; tickets = 0; tile = 0; next = 0; behind = 0; prefix = 0; computed = 0;
        to_come = 0; known = 0; at = 0; seen[0] = 0; seen[PARTS - 1] = 0;
        more = false; missing = false; has_prefix = false; published = false;
        has_left = false
    }
}

/* ---- the runs ---- */

/* As run 1 has left it. */
inline leave_scratch()
{
    for (tile : 0 .. LAST_TILE - 1) {
        for (part : 0 .. PARTS - 1) {
            word[AT(tile, AGGREGATES, part)] = WORD(1, false, AGGREGATE(1, tile));
            word[AT(tile, PREFIXES, part)] = WORD(1, true, PREFIX(1, tile))
        }
    }
    runs = 1
}

/* Other elements in each run. */
inline dispatch()
{
    for (tile : 0 .. LAST_TILE) {
        data[tile] = AGGREGATE(run_number, tile)
    }
    for (at : 0 .. WORDS - 1) {
        old[at] = word[at]
    }
    started = 0;
    kept = 0;
    demoted = 0;
    for (index : 0 .. WORKGROUPS - 1) {
        run workgroup(index, run_number)
    }
    index = 0
}

inline check_what_is_left()
{
    assert(ticket == 0 && finished == 0 && runs == run_number % EPOCHS);
    for (tile : 0 .. LAST_TILE) {
        assert(data[tile] == SPOILED)
    }
}

#define ALL_ENDED (_nr_pr == 1)

init
{
    byte run_number, tile, part, at, index;

    atomic {
#if RUNS == 1
        leave_scratch();
#endif
        run_number = LAST_RUN - RUNS
    }
    do
    :: run_number < LAST_RUN ->
        atomic {
            run_number++;
            dispatch()
        }
        atomic {
            ALL_ENDED;
            if
            :: stopped
            :: else -> check_what_is_left()
            fi
        }
    :: else -> break
    od
}
