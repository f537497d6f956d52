// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible, assertAccessibleEverywhere } from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'

const { visit, origin } = await openPortal()

describe('the app in a browser', () => {
  it('has an effective policy: no inline script runs, and none from other sites is requested', async () => {
    const expected = [/CSP: script-src-elem refuses/, /Content Security Policy/, /asks elsewhere/]
    await visit({ path: '/login', expected }, async (page) => {
      assert.equal(await page.locator('script:not([src])').count(), 0)
      await page.evaluate(`for (const [name, value] of [['textContent', 'window.ran = true'], ['src', 'https://elsewhere.example/x.js']]) {
        const script = document.createElement('script')
        script[name] = value
        document.body.append(script)
      }`)
      assert.equal(await page.evaluate('window.ran === true'), false)
    })
  })

  it('AUT-1: a link into the app shows its page, which keeps its session where scripts cannot read it, and has styles with a nonce that scripts can read and the markup does not reveal', async () => {
    await visit(
      { as: 'manager', path: '/projects?pageSize=50', language: 'en', logsIn: true },
      async (page) => {
        await page.getByRole('navigation').first().waitFor()
        assert.match(page.url(), /\/projects\?pageSize=50$/)
        assert.equal(await page.locator('html').getAttribute('lang'), 'en')
        const nonce = `document.querySelector('meta[property=csp-nonce]')`
        assert.equal(await page.evaluate(`${nonce}.getAttribute('nonce')`), '')
        assert.match(await page.evaluate(`${nonce}.nonce`), /^[\w+/=]{22,}$/)
        const cookies = await page.context().cookies()
        const names = cookies.map(({ name }) => name)
        assert.deepEqual(names.toSorted(), ['consilium_device', 'consilium_session'])
        assert.ok(cookies.every(({ httpOnly }) => httpOnly))
        const cookie = cookies.find(({ name }) => name === 'consilium_session')
        assert.deepEqual(
          [cookie?.name, cookie?.httpOnly, cookie?.sameSite, cookie?.path],
          ['consilium_session', true, 'Strict', '/'],
        )
        assert.equal(await page.evaluate('document.cookie'), '')
        const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
        assert.ok(!kept.includes(cookie?.value ?? ''))
      },
    )
  })

  it('ASVS 6.2.6: passwords are masked, can be pasted and are known to password managers', async () => {
    await visit({ path: '/login' }, async (page) => {
      const field = page.getByRole('textbox', { name: '密码' })
      assert.deepEqual(
        [await field.getAttribute('type'), await field.getAttribute('autocomplete')],
        ['password', 'current-password'],
      )
      await field.focus()
      await page.keyboard.insertText('pasted-at-once')
      assert.equal(await field.inputValue(), 'pasted-at-once')
    })
  })

  it('is cached: a second visit loads no scripts', async () => {
    await visit({ path: '/login', ownWindow: true }, async (page) => {
      await page.getByLabel('用户名').waitFor()
      const transferred = `performance.getEntriesByType('resource')
        .filter((entry) => entry.name.includes('/assets/'))
        .reduce((sum, entry) => sum + entry.transferSize, 0)`
      assert.ok((await page.evaluate<number>(transferred)) > 0)
      const requests = logRequests(page)
      await page.goto('/register')
      await page.goto('/login')
      await page.getByLabel('用户名').waitFor()
      assert.equal(await page.evaluate<number>(transferred), 0)
      assert.ok(requests.matching(/^GET \/login$/).length === 1)
    })
  })
})

describe('errors that fail a browser test', () => {
  const SCRIPTS: readonly [string, RegExp][] = [
    [`setTimeout(() => { throw new Error('broken') })`, /page: (?:Error: )?broken/],
    [`console.error('a warning of the kit')`, /console: a warning of the kit/],
    [`document.body.insertAdjacentHTML('beforeend', '<p style="color: red">')`, /CSP: style-src-attr/],
    [`fetch('https://elsewhere.example/').catch(() => {})`, /CSP: connect-src/],
  ]
  it('an error of a script, the console, the policy or the server, and requests to other sites', async () => {
    await assert.rejects(
      visit({ path: '/login' }, async (page) => {
        // The watch of the visit hears the same events of the context, and began earlier.
        const context = page.context()
        for (const [script, pattern] of SCRIPTS) {
          const said = Promise.race([
            context.waitForEvent('weberror', (error) => pattern.test(`page: ${error.error().message}`)),
            context.waitForEvent('console', (message) => pattern.test(`console: ${message.text()}`)),
          ])
          await page.evaluate(script)
          await said
        }
        await page.route(`${origin}/api/broken`, (route) => route.fulfill({ status: 500, body: '' }))
        await page.evaluate(`fetch('/api/broken')`)
      }),
      (failure) => {
        for (const [, pattern] of SCRIPTS) assert.match(String(failure), pattern)
        assert.match(String(failure), /500 of .*\/api\/broken/)
        return true
      },
    )
  })

  it('UX-21: a picture without a text, also after a judgement of colors alone', async () => {
    await visit({ path: '/login' }, async (page) => {
      await assertAccessibleEverywhere(page, 'the login')
      await page.evaluate(
        `document.querySelector('main').insertAdjacentHTML('beforeend', '<img src="/favicon.svg">')`,
      )
      await assert.rejects(assertAccessible(page, 'a picture'), /image-alt/)
    })
  })
})
