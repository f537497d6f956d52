import { it } from 'node:test'
import { openPortal } from './portal.ts'
const { visit } = await openPortal()
it('probe', async () => {
  const started = Date.now()
  const tell = (what: string) => console.log(Date.now() - started, what)
  await visit({ as: 'manager' }, async (page) => {
    page.on('request', (r) => { if (!r.url().includes('/assets/')) tell(r.method() + ' ' + r.url()) })
    page.on('response', (r) => { if (!r.url().includes('/assets/')) tell(r.status() + ' ' + r.url()) })
    await page.goto('/')
    tell('loaded')
    await page.getByRole('navigation').first().waitFor()
    tell('nav')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    for (let n = 0; n < 4; n++) {
      await new Promise((done) => setTimeout(done, 1500))
      const { metrics } = await cdp.send('Performance.getMetrics')
      tell(metrics.filter((m) => ['TaskDuration', 'ScriptDuration', 'LayoutCount', 'Nodes', 'JSHeapUsedSize'].includes(m.name)).map((m) => `${m.name}=${m.value.toFixed(1)}`).join(' '))
    }
    await page.screenshot({ path: '/tmp/zz-home.png' })
    tell('picture')
  })
})
