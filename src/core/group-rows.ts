/**
 * Groups rows. `groupOf`: the group of each, from 0 to before `groups`; another number for none. Those of group g are
 * `rows[first[g]]` to before `rows[first[g + 1]]`, in their order.
 */
export function groupRows(groupOf: Int32Array, groups: number) {
  const first = new Int32Array(groups + 1);
  for (let row = 0; row < groupOf.length; row++) if (groupOf[row] >= 0) first[groupOf[row] + 1]++;
  for (let group = 0; group < groups; group++) first[group + 1] += first[group];
  const next = first.slice(0, groups);
  const rows = new Int32Array(first[groups]);
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row];
    if (group >= 0 && group < groups) rows[next[group]++] = row;
  }
  return { first, rows };
}

/** Things by what they have in common, in their order. */
export function groupBy<Key, Thing>(things: Iterable<Thing>, keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
