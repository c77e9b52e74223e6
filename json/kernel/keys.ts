/**
 * The keys of all open objects, for finding duplicates. An inspecting instance does not format, so the tables use the memory of its stack:
 *
 *     LEVELS  …    4 bytes per open bracket: the number of keys before it, and whether it is an object
 *     ENTRIES …    one per key, in the order of the text
 *     TABLE   …    hash table with open addressing: the entry's number from 1, or 0 for a free slot
 *
 * Keys are removed in reverse order of insertion, when their object closes, so a slot can be cleared without a tombstone.
 */
import { STACK } from './machine';

const MAX_LEVELS: usize = 1_048_576;
/** Maximum number of keys in all open objects together. */
const MAX_KEYS: usize = 500_000;
/** Bytes per entry: hash, offset, line, column (8 each); length of the key, first entry of its object, slot (4 each). */
const ENTRY: usize = 48;
const LEVELS: usize = STACK;
const ENTRIES: usize = LEVELS + MAX_LEVELS * 4;
const TABLE: usize = ENTRIES + MAX_KEYS * ENTRY;
const MIN_SLOTS: u32 = 4096;
const MAX_SLOTS: usize = 1_048_576;

/** Maximum number of bytes used from the address of the stack. */
export const KEYS_SIZE: usize = TABLE + MAX_SLOTS * 4 - STACK;

namespace keys {
  /** End of the last entry, and end of the innermost level. */
  export let top: usize = ENTRIES;
  export let level: usize = LEVELS;
  export let mask: u32 = MIN_SLOTS - 1;
}

export function clearKeys(): void {
  keys.top = ENTRIES;
  keys.level = LEVELS;
  keys.mask = MIN_SLOTS - 1;
  memory.fill(TABLE, 0, usize(MIN_SLOTS) * 4);
}

function keyCount(): u32 {
  return u32((keys.top - ENTRIES) / ENTRY);
}

export function openLevel(isObject: bool): void {
  store<u32>(keys.level, (keyCount() << 1) | u32(isObject));
  keys.level += 4;
}

/** Closes the innermost bracket and removes its keys. */
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

/** Whether another key fits. */
export function hasRoomForKey(): bool {
  return keys.top < TABLE;
}

function slotOf(hash: u64, first: u32): u32 {
  const mixed = (hash ^ first) * 0x9e37_79b9_7f4a_7c15;
  return u32(mixed >> 32) & keys.mask;
}

/** Returns the entry of an equal key in the innermost object, or 0. Keys are equal if their 64-bit hash and length are. */
export function findKey(hash: u64, length: u32): usize {
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

/** Inserts an entry into its first free slot. */
function insertEntry(entry: usize): void {
  let slot = slotOf(load<u64>(entry), load<u32>(entry, 36));
  while (load<u32>(TABLE + (usize(slot) << 2)) !== 0) slot = (slot + 1) & keys.mask;
  store<u32>(TABLE + (usize(slot) << 2), u32((entry - ENTRIES) / ENTRY) + 1);
  store<u32>(entry, slot, 40);
}

/** Adds a key to the innermost object. The caller checks `hasRoomForKey`. */
export function addKey(hash: u64, length: u32, offset: i64, line: i64, column: i64): void {
  const entry = keys.top;
  store<u64>(entry, hash);
  store<i64>(entry, offset, 8);
  store<i64>(entry, line, 16);
  store<i64>(entry, column, 24);
  store<u32>(entry, length, 32);
  store<u32>(entry, load<u32>(keys.level - 4) >> 1, 36);
  keys.top += ENTRY;
  if (keyCount() <= keys.mask >> 1) {
    insertEntry(entry);
    return;
  }
  // Half full: double the number of slots.
  keys.mask = (keys.mask << 1) | 1;
  memory.fill(TABLE, 0, (usize(keys.mask) + 1) * 4);
  for (let each = ENTRIES; each < keys.top; each += ENTRY) insertEntry(each);
}

/** State of the hash of a key, computed byte by byte or over a range (after MurmurHash3, which is in the public domain). */
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

/** Hashes the bytes from `p` to `end`. Reads up to seven bytes more. */
export function hashOf(p: usize, end: usize): u64 {
  beginHash();
  hash.length = u32(end - p);
  for (; p + 8 <= end; p += 8) mix(load<u64>(p));
  if (p < end) hash.word = load<u64>(p) & ((u64(1) << ((end - p) << 3)) - 1);
  return endHash();
}
