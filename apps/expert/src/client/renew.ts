/** The child of an element that another one is, or is within. */
const childWith = (parent: Element, within: Element): Element =>
  [...parent.children].find((child) => child.contains(within))!

/** Shows newer elements in place of those on one side of what stays; returns whether any differ. */
function renewSide(
  now: readonly Element[],
  then: readonly Element[],
  put: (fresh: Element) => void,
): boolean {
  if (now.length === then.length) {
    const changed = now.flatMap((each, place) =>
      each.isEqualNode(then[place]!) ? [] : [[each, then[place]!] as const],
    )
    for (const [old, fresh] of changed) old.replaceWith(fresh)
    return changed.length > 0
  }
  for (const each of now) each.remove()
  for (const each of then) put(each)
  return true
}

/** Renews what is around an element, which is not taken from its place: it may be written in. */
function renewAround(now: Element, then: Element, kept: Element, counterpart: Element): boolean {
  const [old, fresh] = [childWith(now, kept), childWith(then, counterpart)]
  const [olds, freshes] = [[...now.children], [...then.children]]
  const [place, there] = [olds.indexOf(old), freshes.indexOf(fresh)]
  const isRenewed = [
    renewSide(olds.slice(0, place), freshes.slice(0, there), (each) => old.before(each)),
    renewSide(olds.slice(place + 1), freshes.slice(there + 1), (each) => now.append(each)),
  ].some(Boolean)
  if (old === kept) return isRenewed
  return renewAround(old, fresh, kept, counterpart) || isRenewed
}

/**
 * Shows a newer content. A part that stays (`data-stays`) is kept as it is where the newer content has it too; where it has
 * not, the content that is there is kept if somebody has begun to fill in the part, unless it `replaces` that. Returns
 * whether something has changed.
 */
export function renew(now: Element, then: Element, replaces: boolean): boolean {
  document.adoptNode(then)
  const kept = now.querySelector('[data-stays]')
  const counterpart = kept && then.querySelector(`#${kept.id}`)
  if (kept && counterpart) return renewAround(now, then, kept, counterpart)
  if (kept?.querySelector('form[data-changed]') && !replaces) return false
  now.replaceWith(then)
  return true
}
