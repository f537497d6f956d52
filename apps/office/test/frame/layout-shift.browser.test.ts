// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seasonClock } from '@consilium/api/test/meeting-world.ts'
import { stagePages } from '../all-pages.ts'
import { slowPages } from '../layout-shift.ts'
import { DESKTOP, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })

/** The product's own goal, a fifth of what web.dev calls good. */
const MOST = 0.02
/** The main pages of each role, by the names of their pictures. */
const ON_PHONE =
  /^(?:expert-(?:home|my-meetings-one|my-agreements-one|my-profile)|manager-(?:home|projects-one|meetings-one)|executor-home)$/
const ON_DESKTOP =
  /^(?:manager-(?:home|meetings|projects-one|meetings-one|labor-payments)|admin-accounts|executor-(?:home|meetings-one)|sponsor-(?:home|projects))$/

it('WEB-11: the main pages of each role do not shift while slow answers arrive', async () => {
  const seen: string[] = []
  for (const { user, pages } of await stagePages(api)) {
    const shown = [PHONE, DESKTOP].flatMap((viewport) => {
      const names = viewport === PHONE ? ON_PHONE : ON_DESKTOP
      return pages.filter(([, name]) => names.test(name)).map(([path, name]) => ({ viewport, path, name }))
    })
    if (!user) continue
    await visit({ as: user, ownWindow: true }, async (page) => {
      const open = await slowPages(page)
      for (const { viewport, path, name } of shown) {
        await page.setViewportSize(viewport)
        const { sum, moved } = await open(path)
        assert.ok(sum <= MOST, `${name} at ${viewport.width} px moved by ${sum}:\n${moved.join('\n')}`)
        seen.push(name)
      }
    })
  }
  assert.equal(seen.length, 18, seen.join())
})
