import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const FOLDER = new URL('../../docs/decisions/', import.meta.url)
const RECORD = /^(\d{4})-[a-z\d-]+\.md$/
/** The start of every record: number, title, date and status. */
const HEAD =
  /^# (?<number>\d+)\. (?<title>[^\n]+)\n\n- Date: (?<date>\d{4}-\d{2}-\d{2})\n- Status: (?<status>[^\n]+)\n\n/
const STATUS = /^(?:proposed|accepted(?:; .+)?|replaced by \[decision \d+\]\(\d{4}-[a-z\d-]+\.md\))$/

const names = readdirSync(FOLDER).filter((name) => RECORD.test(name))
const records = names.toSorted().map((name) => {
  const { groups } = HEAD.exec(readFileSync(new URL(name, FOLDER), 'utf8')) ?? {}
  return { name, number: Number(RECORD.exec(name)?.[1]), head: groups }
})

test('HSE-24: every decision record has its number, a date and a status at its head', () => {
  for (const { name, number, head } of records) {
    assert.ok(head, `${name} begins with a title, a date and a status`)
    assert.equal(Number(head['number']), number, name)
    assert.match(head['status'] ?? '', STATUS, name)
  }
  assert.equal(new Set(records.map(({ number }) => number)).size, records.length, 'a number is given once')
})

test('HSE-24: the index has every record with its title, date and status', () => {
  const index = readFileSync(new URL('README.md', FOLDER), 'utf8')
  const rows = index.split('\n').filter((line) => /^\| \d/.test(line))
  const wanted = records.map(
    ({ name, number, head }) =>
      `| ${number} | [${head?.['title']}](${name}) | ${head?.['date']} | ${head?.['status']} |`,
  )
  assert.deepEqual(rows, wanted)
})

test('HSE-37: a record whose status names another one is named in the status of that one', () => {
  const named = new Map(
    records.map(({ number, head }) => [
      number,
      [...(head?.['status'] ?? '').matchAll(/\[decision (\d+)\]/g)].map(([, other]) => Number(other)),
    ]),
  )
  const unanswered = [...named].flatMap(([number, others]) =>
    others.filter((other) => !named.get(other)?.includes(number)).map((other) => `${number} names ${other}`),
  )
  assert.deepEqual(unanswered, [])
  const replaced = records.filter(({ head }) => head?.['status']?.startsWith('replaced'))
  for (const { number } of replaced)
    assert.ok(
      named.get(number)?.every((other) => other > number),
      `${number} is replaced by a later record`,
    )
})

test('HSE-24: links between records are valid', () => {
  for (const { name } of records) {
    const text = readFileSync(new URL(name, FOLDER), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((\d{4}-[^)#]+\.md)/g))
      assert.ok(names.includes(target), `${name} links to ${target}`)
  }
})
