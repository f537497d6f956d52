import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paginate, type Slab } from './pages.ts'

function slab(name: string, height: number, rest: Partial<Slab> = {}): Slab & { name: string } {
  return { name, height, draw: () => undefined, ...rest }
}

function nameOf(placed: Slab): string {
  return 'name' in placed && typeof placed.name === 'string' ? placed.name : '?'
}

function namesOf(slabs: Slab[], pageHeight: number): string[] {
  return paginate(slabs, pageHeight).map((page) => page.map((placed) => nameOf(placed.slab)).join(' '))
}

describe('page breaks', () => {
  it('fill a page completely', () => {
    assert.deepEqual(namesOf([slab('a', 50), slab('b', 50), slab('c', 50)], 100), ['a b', 'c'])
  })

  it('count the space between slabs, but none at the top of a page', () => {
    const spaced = ['a', 'b', 'c'].map((name) => slab(name, 40, { before: 20 }))
    assert.deepEqual(
      paginate(spaced, 100).map((page) => page.map(({ y }) => y)),
      [[0, 60], [0]],
    )
  })

  it('keep a heading with what follows it', () => {
    const heading = slab('heading', 20, { keepWithNext: true })
    assert.deepEqual(namesOf([slab('a', 70), heading, slab('b', 20)], 100), ['a', 'heading b'])
  })

  it('divide a chain only when no page could hold it', () => {
    const chain = ['a', 'b', 'c'].map((name) => slab(name, 40, { keepWithNext: true }))
    assert.deepEqual(namesOf([slab('x', 50), ...chain], 100), ['x a', 'b c'])
    assert.deepEqual(namesOf([slab('x', 50), ...chain], 120), ['x', 'a b c'])
  })

  it('put a slab at the bottom of its page, below the others', () => {
    const foot = slab('foot', 20, { before: 10, atFoot: true })
    const places = (slabs: Slab[]) => paginate(slabs, 100).map((page) => page.map(({ y }) => y))
    assert.deepEqual(places([slab('a', 30), foot]), [[0, 80]])
    assert.deepEqual(places([slab('a', 70), foot]), [[0, 80]])
    assert.deepEqual(places([slab('a', 75), foot]), [[0], [80]])
  })

  it('repeat the heading of a table on each page that it reaches', () => {
    const heading = slab('head', 20, { keepWithNext: true })
    const rows = ['1', '2', '3', '4', '5'].map((name) => slab(name, 30, { repeat: [heading] }))
    assert.deepEqual(namesOf([heading, ...rows], 100), ['head 1 2', 'head 3 4', 'head 5'])
  })
})
