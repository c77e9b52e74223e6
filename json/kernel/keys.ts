/**
 * The keys of the objects that are open, for finding those that stand twice in one. In an instance of the kernel that formats nothing, its stack's memory
 * is free for this:
 *
 *     LEVELS  …    4 bytes per open bracket: how many keys were held before it, and whether it is an object
 *     ENTRIES …    one per key that is held, in the order of the text
 *     TABLE   …    open addressing: the number of the entry, from 1; 0 where nothing is
 *
 * Keys leave in the reverse order of their coming, when their object is closed: so a slot can be cleared without a trace.
 */
import { STACK } from './machine';

const MAX_LEVELS: usize = 1_048_576;
/** Keys held at once, over all open objects. */
const MAX_KEYS: usize = 500_000;
/** Hash, offset, line, column in 8 bytes each; length of the key, first entry of its object, slot in 4. */
const ENTRY: usize = 48;
const LEVELS: usize = STACK;
const ENTRIES: usize = LEVELS + MAX_LEVELS * 4;
const TABLE: usize = ENTRIES + MAX_KEYS * ENTRY;
const FIRST_SLOTS: u32 = 4096;
const MOST_SLOTS: usize = 1_048_576;

/** Bytes from the stack's address on that are used at most. */
export const KEYS_SIZE: usize = TABLE + MOST_SLOTS * 4 - STACK;

namespace keys {
  /** Behind the last entry, and behind the innermost level. */
  export let top: usize = ENTRIES;
  export let level: usize = LEVELS;
  export let mask: u32 = FIRST_SLOTS - 1;
}

export function forgetKeys(): void {
  keys.top = ENTRIES;
  keys.level = LEVELS;
  keys.mask = FIRST_SLOTS - 1;
  memory.fill(TABLE, 0, usize(FIRST_SLOTS) * 4);
}

function held(): u32 {
  return u32((keys.top - ENTRIES) / ENTRY);
}

export function openLevel(isObject: bool): void {
  store<u32>(keys.level, (held() << 1) | u32(isObject));
  keys.level += 4;
}

/** Closes the innermost bracket, and forgets its keys. */
export function closeLevel(): void {
  keys.level -= 4;
  const first = ENTRIES + usize(load<u32>(keys.level) >> 1) * ENTRY;
  while (keys.top > first) {
    keys.top -= ENTRY;
    store<u32>(TABLE + (usize(load<u32>(keys.top, 40)) << 2), 0);
  }
}

export function inObject(): bool {
  return keys.level > LEVELS && (load<u32>(keys.level - 4) & 1) !== 0;
}

/** Whether one more key can be held. */
export function hasRoomForKey(): bool {
  return keys.top < TABLE;
}

function slotOf(hash: u64, first: u32): u32 {
  const mixed = (hash ^ first) * 0x9e37_79b9_7f4a_7c15;
  return u32(mixed >> 32) & keys.mask;
}

/** The entry of the same key in the innermost object, or 0. Keys are the same when a hash of 64 bits and the length are. */
export function sameKey(hash: u64, length: u32): usize {
  const first = load<u32>(keys.level - 4) >> 1;
  let slot = slotOf(hash, first);
  while (true) {
    const number = load<u32>(TABLE + (usize(slot) << 2));
    if (number === 0) return 0;
    const entry = ENTRIES + usize(number - 1) * ENTRY;
    if (load<u64>(entry) === hash && load<u32>(entry, 32) === length && load<u32>(entry, 36) === first) return entry;
    slot = (slot + 1) & keys.mask;
  }
}

/** Puts an entry into the first free slot for it. */
function place(entry: usize): void {
  let slot = slotOf(load<u64>(entry), load<u32>(entry, 36));
  while (load<u32>(TABLE + (usize(slot) << 2)) !== 0) slot = (slot + 1) & keys.mask;
  store<u32>(TABLE + (usize(slot) << 2), u32((entry - ENTRIES) / ENTRY) + 1);
  store<u32>(entry, slot, 40);
}

/** Holds a key of the innermost object. There must be room. */
export function holdKey(hash: u64, length: u32, offset: i64, line: i64, column: i64): void {
  const entry = keys.top;
  store<u64>(entry, hash);
  store<i64>(entry, offset, 8);
  store<i64>(entry, line, 16);
  store<i64>(entry, column, 24);
  store<u32>(entry, length, 32);
  store<u32>(entry, load<u32>(keys.level - 4) >> 1, 36);
  keys.top += ENTRY;
  if (held() <= keys.mask >> 1) {
    place(entry);
    return;
  }
  // Half full: twice as many slots.
  keys.mask = (keys.mask << 1) | 1;
  memory.fill(TABLE, 0, (usize(keys.mask) + 1) * 4);
  for (let each = ENTRIES; each < keys.top; each += ENTRY) place(each);
}

/** The hash of a key, which comes byte by byte or as a whole (in the manner of MurmurHash3, which is in the public domain). */
export namespace hash {
  export let state: u64 = 0;
  export let word: u64 = 0;
  export let length: u32 = 0;
}

function mix(word: u64): void {
  word *= 0x87c3_7b91_1142_53d5;
  word = rotl(word, 31) * 0x4cf5_ad43_2745_937f;
  hash.state = rotl(hash.state ^ word, 27) * 5 + 0x52dc_e729;
}

export function beginHash(): void {
  hash.state = hash.word = 0;
  hash.length = 0;
}

export function hashByte(byte: u32): void {
  hash.word |= u64(byte) << ((hash.length & 7) << 3);
  if ((++hash.length & 7) === 0) {
    mix(hash.word);
    hash.word = 0;
  }
}

export function endHash(): u64 {
  if ((hash.length & 7) !== 0) mix(hash.word);
  let sum = hash.state ^ hash.length;
  sum = (sum ^ (sum >> 33)) * 0xff51_afd7_ed55_8ccd;
  sum = (sum ^ (sum >> 33)) * 0xc4ce_b9fe_1a85_ec53;
  return sum ^ (sum >> 33);
}

/** The same for the bytes from `p` to `end`; up to seven beyond are read. */
export function hashOf(p: usize, end: usize): u64 {
  beginHash();
  hash.length = u32(end - p);
  for (; p + 8 <= end; p += 8) mix(load<u64>(p));
  if (p < end) hash.word = load<u64>(p) & ((u64(1) << ((end - p) << 3)) - 1);
  return endHash();
}
