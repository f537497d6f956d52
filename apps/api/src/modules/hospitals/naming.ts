import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import * as names from './name-repository.ts'

interface Named {
  hospitalId: number
  name: string
  aliases: readonly string[]
}

/** The keys of names, each once with the first of them. The transaction holds the lock of the names. */
async function keyed(trx: Db, texts: readonly { text: string; field: string }[]) {
  const keys = await names.keysOf(
    trx,
    texts.map(({ text }) => text),
  )
  const empty = texts[keys.indexOf('')]
  if (empty) throw refuseField('HOSPITAL_NAME_EMPTY', empty.field)
  const byKey = new Map<string, { text: string; field: string }>()
  for (const [place, key] of keys.entries()) if (!byKey.has(key)) byKey.set(key, texts[place]!)
  return byKey
}

/** Replaces the names of a hospital. A name of another hospital is refused, naming that one. */
export async function putNames(trx: Db, { hospitalId, name, aliases }: Named): Promise<void> {
  const byKey = await keyed(trx, [
    { text: name, field: 'name' },
    ...aliases.map((text) => ({ text, field: 'aliases' })),
  ])
  const owners = await names.ownersOf(trx, [...byKey.keys()])
  const other = owners.find((owner) => owner.hospitalId !== hospitalId)
  if (other) {
    const { text, field } = byKey.get(other.key)!
    throw refuseField('HOSPITAL_NAME_TAKEN', field, { name: text, hospital: other.hospital })
  }
  await names.deleteNames(trx, [hospitalId])
  await names.insertNames(
    trx,
    [...byKey].map(([key, { text }], place) => ({ key, name: text, hospitalId, isMain: place === 0 })),
  )
}

/** Adds one name to a hospital, or says that it is none. A name that the hospital has already is left as it is. */
export async function addName(
  trx: Db,
  text: string,
  hospitalId: number | null,
  field: string,
): Promise<void> {
  const byKey = await keyed(trx, [{ text, field }])
  const [key] = [...byKey.keys()]
  const [owner] = await names.ownersOf(trx, [key!])
  if (owner && owner.hospitalId === hospitalId) return
  if (owner) throw refuseField('HOSPITAL_NAME_TAKEN', field, { name: text, hospital: owner.hospital })
  await names.insertNames(trx, [{ key: key!, name: text, hospitalId, isMain: false }])
}
