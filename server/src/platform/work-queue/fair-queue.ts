/** An entry that waits. `path` names its client: the networks around it, the widest first, and the member. No path is the beginning of another. */
export interface Entry<T> {
  readonly path: readonly string[];
  readonly cost: number;
  readonly item: T;
}

/** A network with the networks and members within it, or a client with its entries. */
interface Node<T> {
  readonly within: Map<string, Node<T>>;
  /** The oldest first. */
  readonly entries: Entry<T>[];
  /** Number and cost of the entries that wait, of a network with all those within. */
  count: number;
  cost: number;
  /** Its debt or credit, plus `repaid` of the network around. */
  spent: number;
  /** What each network or member within has repaid so far. */
  repaid: number;
}

const newNode = <T>(): Node<T> => ({ within: new Map(), entries: [], count: 0, cost: 0, spent: 0, repaid: 0 });

/**
 * A queue that is fair by cost: among networks, and among the networks and members within each (start-time fair queueing). Work is a debt of its client, and
 * repays the debts of all in equal shares; a client that waits gains credit. The next entry is of the client that will owe least after it. A full queue refuses
 * the newest entry of the client that would owe most after all its entries.
 */
export class FairQueue<T> {
  #root = newNode<T>();

  get size(): number {
    return this.#root.count;
  }

  add(entry: Entry<T>): void {
    this.charge(entry.path, 0);
    this.#count(entry, 1);
    this.#nodes(entry.path).at(-1)?.entries.push(entry);
  }

  /** Removes an entry that waits no longer. Ignores one that does not wait. */
  remove(entry: Entry<T>): void {
    const entries = this.#nodes(entry.path).at(-1)?.entries ?? [];
    const index = entries.indexOf(entry);
    if (index < 0) return;
    entries.splice(index, 1);
    this.#count(entry, -1);
  }

  /** Removes and returns the next entry that costs at most `maxCost`, as a debt of its client. Forgets all debts if nothing waits. */
  take(maxCost = Number.POSITIVE_INFINITY): Entry<T> | undefined {
    if (this.size === 0) this.#root = newNode();
    const entry = this.#find('least', maxCost)?.[0];
    if (!entry) return undefined;
    this.remove(entry);
    this.charge(entry.path, entry.cost);
    return entry;
  }

  /** Removes and returns the entry that a full queue refuses. */
  refuse(): Entry<T> | undefined {
    const entry = this.#find('most')?.at(-1);
    if (entry) this.remove(entry);
    return entry;
  }

  /** Adds the cost of work to the debt of a client. */
  charge(path: readonly string[], cost: number): void {
    let around = this.#root;
    for (const node of this.#nodes(path).slice(1)) {
      node.spent = (node.count > 0 ? node.spent : Math.max(node.spent, around.repaid)) + cost;
      around.repaid += cost / around.within.size;
      around = node;
    }
  }

  /** Returns the entries of the client that owes least after its next entry, or most after all of them, at each level. */
  #find(order: 'least' | 'most', maxCost = Number.POSITIVE_INFINITY): Entry<T>[] | undefined {
    let node: Node<T> | undefined = this.#root;
    while (node && node.within.size > 0) {
      let [found, best]: [Node<T> | undefined, number] = [undefined, 0];
      for (const [name, next] of node.within) {
        const debt = next.spent - node.repaid;
        if (next.count === 0 && debt <= 0) node.within.delete(name);
        if (next.count === 0) continue;
        const value: number = debt + (order === 'least' ? next.cost / next.count : next.cost);
        const isBetter = !found || (order === 'least' ? value < best : value >= best);
        if (isBetter && hasEntry(next, maxCost)) [found, best] = [next, value];
      }
      node = found;
    }
    return node?.entries;
  }

  #count({ path, cost }: Entry<T>, sign: 1 | -1): void {
    for (const node of this.#nodes(path)) {
      node.count += sign;
      node.cost += sign * cost;
    }
  }

  /** Returns the root and the nodes of a path. */
  #nodes(path: readonly string[]): Node<T>[] {
    const nodes = [this.#root];
    for (const [index, name] of path.entries()) {
      const { within } = nodes[index] as Node<T>;
      const node: Node<T> = within.get(name) ?? newNode();
      within.set(name, node);
      nodes.push(node);
    }
    return nodes;
  }
}

/** Whether the oldest entry of a client within costs at most `maxCost`. */
const hasEntry = <T>({ within, entries: [oldest] }: Node<T>, maxCost: number): boolean =>
  maxCost === Number.POSITIVE_INFINITY || (oldest ? oldest.cost <= maxCost : within.values().some((next) => hasEntry(next, maxCost)));
