// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { errorMessage } from '@consilium/contract/errors.ts'
import { projectPictureRoutes } from '@consilium/contract/projects/project-pictures.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import type { Page } from 'playwright-core'
import { freshName, freshPhone } from '@consilium/api/test/harness.ts'
import { intentWorld, PAST, UNKNOWN_ID } from '@consilium/api/test/intent-world.ts'
import { plainPicture } from '@consilium/api/test/plain-picture.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal, type Visit } from '../portal.ts'

const SCRIPT_MAX_BYTES = 15 * 1024
const CHINESE = /\p{Script=Han}/u
const MARKUP = '<img src=x onerror=alert(1)>'

const portal = await openPortal()
const { api, origin } = portal

/** Most visitors use a phone, and none of them is logged in. */
const visitor = <T>(given: Visit, act: (page: Page) => Promise<T>) =>
  portal.visit({ viewport: PHONE, ...given }, act)
const world = await intentWorld(api)
const { manager } = world
const sponsor = await api.sponsor()

async function publish(given: Parameters<typeof world.createProject>[0] = {}) {
  const project = await world.createProject({
    publishedSummary: 'For county hospitals.\nTwelve meetings in a year.',
    startTime: '2026-09-01 00:00:00',
    endTime: '2099-08-31 23:59:59',
    ...given,
  })
  const body = { sponsorAdminUserIds: [sponsor.userId] }
  await manager.call(projectRoutes.assignSponsors, { params: project, body })
  return project
}

const project = await publish({
  projectName: freshName('Heart care '),
  medicalField: '心血管内科',
  publicContact: '王老师 010-8888 6666',
  publishesSpending: true,
})
const path = `/publicity/projects/${project.projectId}`

/** Somebody else, who has the page open too, changes what is said about each picture. */
async function changeCaptions(caption: string) {
  const pictures = await manager.call(projectPictureRoutes.list, { params: project })
  const body = { pictures: pictures.map(({ pictureId, version }) => ({ pictureId, version, caption })) }
  await manager.call(projectPictureRoutes.arrange, { params: project, body })
}

/** Sends a form as a browser without JavaScript would, without any check. */
const post = (kind: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}/${kind}`, {
    method: 'POST',
    body: new URLSearchParams({ privacyVersion: PRIVACY_NOTICE.version, ...fields }),
    headers: { 'accept-language': 'en', ...headers },
    redirect: 'manual',
  })

const agree = (page: Page, kind: 'execution' | 'support') => page.locator(`#${kind}-privacyVersion`).check()

describe('SVC-9: reading the public pages', () => {
  it('the projects and one of them, without JavaScript', async () => {
    await visitor({ javaScript: false }, async (page) => {
      await page.goto('/publicity')
      await page.getByRole('link', { name: project.projectName }).click()
      assert.equal(await page.locator('h1').innerText(), project.projectName)
      const text = await page.locator('main').innerText()
      for (const shown of [sponsor.orgName, '2026年9月1日至2099年8月31日', 'Twelve meetings in a year.'])
        assert.ok(text.includes(shown), shown)
      assert.equal(await page.locator('main .moment').first().innerText(), '2026年9月1日')
      assert.equal(await page.locator('form').count(), 2)
    })
  })

  it('a date in English stays on one line, however narrow its place is', async () => {
    await visitor({ javaScript: false, language: 'en' }, async (page) => {
      for (const [address, date] of [
        ['/publicity', '1 September 2026'],
        [path, '1 September 2026'],
        ['/privacy', /^\d{1,2} [A-Z][a-z]+ \d{4}$/],
      ] as const) {
        await page.goto(address)
        await page.locator('main .moment').filter({ hasText: date }).first().waitFor()
        await page.evaluate(`document.body.style.width = '60px'`)
        const lines = await page.evaluate<number[]>(
          `[...document.querySelectorAll('main .moment')].map((each) => each.getClientRects().length)`,
        )
        assert.deepEqual(new Set(lines), new Set([1]), address)
      }
    })
  })

  it('WEB-28: what it is about, whom to ask, how to take part; a manager adds a picture, which visitors and shared links get', async () => {
    const caption = '心血管科普海报'
    const buffer = await plainPicture(1600, 900).png().toBuffer()
    await portal.visit({ as: manager, path: `/projects/${project.projectId}` }, async (page) => {
      await page.getByRole('button', { name: '添加图片' }).click()
      const dialog = page.getByRole('dialog', { name: '添加图片' })
      await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
      await dialog.getByLabel('图片说明').fill(caption)
      // The picture takes its place above the box once it is sent.
      await dialog.getByRole('button', { name: /^打开 / }).waitFor()
      await dialog.getByLabel(/该图片可以公开/).check()
      await dialog.getByRole('button', { name: '添加图片' }).click()
      const picture = page.getByRole('region', { name: '公示图片' }).getByRole('img', { name: caption })
      await picture.waitFor()

      await page.getByRole('button', { name: /^修改说明：/ }).click()
      const editing = page.getByRole('dialog', { name: '修改说明' })
      await changeCaptions('别人写的说明')
      await editing.getByRole('textbox').fill(caption)
      await editing.getByRole('button', { name: '保存' }).click()
      await editing.getByRole('alert').waitFor()
      assert.equal(await editing.getByRole('textbox').inputValue(), caption)
      await editing.getByRole('button', { name: '保存' }).click()
      await editing.waitFor({ state: 'hidden' })
      await picture.waitFor()
    })
    const html = await (await fetch(origin + path)).text()
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const answered = await fetch(picture)
    assert.deepEqual([answered.status, answered.headers.get('content-type')], [200, 'image/jpeg'])
    const list = await (await fetch(`${origin}/publicity`)).text()
    const site = /<meta property="og:image" content="([^"]+)"/.exec(list)?.[1] ?? ''
    assert.equal((await fetch(site)).headers.get('content-type'), 'image/png')
    assert.match(list, /让好的学术项目被看见，被支持/)
    assert.match(list, new RegExp(`<img class="thumbnail"[^>]+alt="${caption}"`))
    await visitor({ path }, async (page) => {
      const cover = page.getByRole('link', { name: caption }).getByRole('img')
      const drawn = await cover.evaluate(async (element) => {
        const img = element as unknown as { decode(): Promise<void>; naturalWidth: number; loading: string }
        await img.decode()
        return [img.naturalWidth > 0, img.loading]
      })
      assert.deepEqual(drawn, [true, 'auto'])
      const text = await page.locator('main').innerText()
      for (const shown of ['心血管内科', '王老师 010-8888 6666', '项目成果', sponsor.orgName])
        assert.ok(text.includes(shown), shown)
      await page.getByRole('link', { name: '我要支持（企业）' }).click()
      await page.getByRole('link', { name: '我要参与（医生）' }).click()
      assert.equal(new URL(page.url()).hash, '#execution')
    })
  })

  it('unpublished, past and unknown projects are not found, nor are other addresses', async () => {
    const hidden = await publish({ isPublished: false })
    const over = await publish({ startTime: null, endTime: PAST })
    for (const id of [hidden.projectId, over.projectId, UNKNOWN_ID, 'x', '0']) {
      const answer = await fetch(`${origin}/publicity/projects/${id}`, { headers: { accept: 'text/html' } })
      assert.equal(answer.status, 404)
      assert.match(await answer.text(), /<a [^>]*href="\/publicity"[^>]*>全部公示项目<\/a>/)
    }
    const list = await (await fetch(`${origin}/publicity`)).text()
    for (const { projectName } of [hidden, over]) assert.ok(!list.includes(projectName), projectName)
  })

  it('searching and paging keep the search; a page beyond the last is the last', async () => {
    const name = freshName('Paged ')
    for (let n = 0; n < 11; n++) await publish({ projectName: `${name} ${n}` })
    await visitor({ language: 'en', javaScript: false }, async (page) => {
      await page.goto('/publicity')
      await page.getByRole('searchbox').fill(name)
      await page.getByRole('button', { name: 'Search' }).click()
      assert.match(await page.getByRole('status').innerText(), /^11 projects for/)
      assert.equal(await page.getByRole('listitem').count(), 10)
      await page.getByRole('link', { name: 'Next' }).click()
      assert.equal(await page.getByRole('listitem').count(), 1)
      assert.equal(await page.getByRole('searchbox').inputValue(), name)
      await page.goto(`/publicity?keyword=${name}&pageNum=99`)
      assert.equal(new URL(page.url()).searchParams.get('pageNum'), '2')
      await page.goto(`/publicity?keyword=${name}&pageNum=x`)
      assert.equal(await page.getByRole('listitem').count(), 10)
    })
  })

  it('UX-13: an empty result offers to clear the search', async () => {
    await visitor({}, async (page) => {
      await page.goto(`/publicity?keyword=${freshName('none')}`)
      await page.getByRole('link', { name: '清除搜索' }).click()
      assert.equal(new URL(page.url()).search, '')
    })
  })

  it('markup in texts of managers and visitors is shown as text', async () => {
    const odd = await publish({ projectName: `${freshName('odd')} ${MARKUP}`, publishedSummary: MARKUP })
    await visitor({}, async (page) => {
      await page.goto(`/publicity?keyword=${encodeURIComponent(`"><script>alert(1)</script>`)}`)
      await page.goto(`/publicity/projects/${odd.projectId}`)
      assert.ok((await page.locator('h1').innerText()).endsWith(MARKUP))
      assert.equal(await page.locator('main img').count(), 0)
    })
  })

  it('is light: one small script, none inline, styles by nonce', async () => {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'gzip, br' } })
    const html = await answer.text()
    assert.equal(html.match(/<script/g)?.length, 1)
    const script = await fetch(origin + /<script type="module" src="([^"]+)">/.exec(html)?.[1])
    assert.match(script.headers.get('cache-control') ?? '', /immutable/)
    assert.ok((await script.text()).length < SCRIPT_MAX_BYTES)
    const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1] ?? '-'
    assert.ok(answer.headers.get('content-security-policy')?.includes(`'nonce-${nonce}'`))
    assert.doesNotMatch(html, /\sstyle="|\son\w+="/)
    assert.equal(answer.headers.get('content-encoding'), 'br')
  })
})

describe('SVC-9 UX-30: languages of the public pages', () => {
  it('follow the browser, and Chinese is the default', async () => {
    for (const [accepted, lang] of [
      ['en-US,en;q=0.9', 'en'],
      ['fr', 'zh-CN'],
      ['zh-TW', 'zh-CN'],
    ] as const) {
      const answer = await fetch(`${origin}/publicity`, { headers: { 'accept-language': accepted } })
      assert.ok((await answer.text()).includes(`<html lang="${lang}">`), accepted)
      assert.match(answer.headers.get('vary') ?? '', /accept-language/)
    }
  })

  it('can be switched on every page, keeping the choice and the search', async () => {
    await visitor({ language: 'zh-CN' }, async (page) => {
      await page.goto(`/publicity?keyword=${project.projectName.slice(0, 10)}&source=qr`)
      await page.getByRole('link', { name: 'English' }).click()
      assert.equal(await page.locator('html').getAttribute('lang'), 'en')
      assert.equal(await page.getByRole('searchbox').inputValue(), project.projectName.slice(0, 10).trim())
      await page.getByRole('link', { name: project.projectName }).click()
      assert.equal(await page.locator('html').getAttribute('lang'), 'en')
      await page.getByRole('link', { name: 'Verify an agreement' }).click()
      assert.equal(await page.locator('h1').innerText(), 'Verify an agreement')
      assert.equal(new URL(page.url()).search, '?source=qr&lang=en')
    })
  })

  it('English pages contain no Chinese except names and the switch', async () => {
    const plain = await world.createProject({ projectName: freshName('Plain ') })
    for (const address of [
      `/publicity?keyword=${plain.projectName}`,
      `/publicity/projects/${plain.projectId}`,
      `/publicity/projects/${UNKNOWN_ID}`,
      '/verify',
      '/verify/unknown',
    ]) {
      const html = await (await fetch(origin + address, { headers: { 'accept-language': 'en' } })).text()
      const text = html.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ').replace('中文', '')
      assert.match(text, /[a-z]{4}/, address)
      assert.doesNotMatch(text, CHINESE, address)
    }
  })

  it('UX-30: names of several sponsors are listed as the language of the page lists them', async () => {
    const shared = await publish({ projectName: freshName('Shared ') })
    const other = await api.sponsor()
    const body = { sponsorAdminUserIds: [sponsor.userId, other.userId] }
    await manager.call(projectRoutes.assignSponsors, { params: shared, body })
    for (const address of [
      `/publicity?keyword=${shared.projectName}`,
      `/publicity/projects/${shared.projectId}`,
    ]) {
      const read = async (language: string) =>
        (await fetch(origin + address, { headers: { 'accept-language': language } })).text()
      const names = (between: string) => [sponsor, other].map(({ orgName }) => orgName).join(between)
      assert.ok((await read('en')).includes(names(', ')), address)
      assert.ok((await read('zh-CN')).includes(names('、')), address)
    }
  })
})

describe('SVC-9: intents of visitors', () => {
  it('PUB-1: an execution intent without JavaScript, with every field stored', async () => {
    const phone = freshPhone()
    await visitor({ javaScript: false }, async (page) => {
      await page.goto(`${path}?source=qr`)
      const form = page.locator('#execution')
      for (const [label, value] of [
        ['姓名', '周医生'],
        ['手机号', phone],
        ['医院', '首都医院'],
        ['科室', '心内科'],
        ['职称', '主任医师'],
      ] as const)
        await form.getByLabel(label, { exact: false }).fill(value)
      await agree(page, 'execution')
      await form.getByRole('button').click()
      assert.match(await page.getByRole('status').innerText(), /^报名已提交/)
      assert.equal(new URL(page.url()).pathname, path, 'a reload sends nothing again')
    })
    const query = { phone }
    const { rows } = await manager.call(publicityExecutionRoutes.list, { query })
    assert.equal(rows.length, 1)
    const { name, hospital, department, title, source, projectId } = rows[0]!
    assert.deepEqual(
      { name, hospital, department, title, source, projectId },
      {
        name: '周医生',
        hospital: '首都医院',
        department: '心内科',
        title: '主任医师',
        source: 'qr',
        projectId: project.projectId,
      },
    )
  })

  it('PUB-1: a support intent with a phone as people write it; the result is announced', async () => {
    const phone = freshPhone()
    await visitor({ language: 'en' }, async (page) => {
      await page.goto(path)
      const form = page.locator('#support')
      await form.getByLabel('Name').fill('Ms Li')
      await form.getByLabel('Mobile number').fill(`+86 ${phone.slice(0, 3)}-${phone.slice(3)}`)
      await form.getByLabel('Organization').fill('Renhe')
      await form.getByLabel('Position').fill('Marketing')
      await form.getByLabel('Message').fill('Line one\nLine two')
      await agree(page, 'support')
      await form.getByRole('button').click()
      await page.waitForURL(/sent=support/)
      assert.equal(await page.locator(':focus').getAttribute('id'), 'sent')
    })
    const { rows } = await manager.call(publicitySupportRoutes.list, { query: { phone } })
    const { name, orgName, position, remark, source } = rows[0]!
    assert.deepEqual([name, orgName, position, source], ['Ms Li', 'Renhe', 'Marketing', 'web'])
    assert.equal(remark?.replace('\r', ''), 'Line one\nLine two')
    const bare = await post('support', { name: 'Li', phone: `+86 ${freshPhone()}` })
    assert.equal(bare.status, 303, 'without JavaScript too')
  })

  it('WEB-27: the privacy notice is agreed to before anything is sent, in the version that is noted', async () => {
    const phone = freshPhone()
    const refused = await post('support', { name: 'Li', phone, privacyVersion: '' })
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /Please read the privacy notice/)
    await visitor({ path }, async (page) => {
      const form = page.locator('#support')
      await form.getByLabel('姓名').fill('李女士')
      await form.getByLabel('手机号').fill(phone)
      await form.getByRole('button').click()
      await page.locator('#support-privacyVersion[aria-invalid=true]:focus').waitFor()
      const opened = page.context().waitForEvent('page')
      await form.getByRole('link', { name: '《个人信息处理说明》' }).click()
      const notice = await opened
      assert.equal(await notice.locator('h1').innerText(), '个人信息处理说明')
      await assertAccessibleEverywhere(notice, 'the privacy notice')
      await agree(page, 'support')
      await form.getByRole('button').click()
      await page.waitForURL(/sent=support/)
    })
    const { rows } = await api.engine.pool.query(
      'select privacy_version from publicity_support_intent where phone = $1',
      [phone],
    )
    assert.deepEqual(rows, [{ privacy_version: PRIVACY_NOTICE.version }])
  })

  it('UX-15: a wrong phone is shown at its field before anything is sent', async () => {
    await visitor({}, async (page) => {
      const posts: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url())
      })
      await page.goto(path)
      const form = page.locator('#execution')
      await form.getByLabel('姓名').fill('周医生')
      await form.getByLabel('手机号').fill('12345')
      await form.getByRole('button').click()
      const phone = form.getByLabel('手机号')
      assert.equal(await phone.getAttribute('aria-invalid'), 'true')
      assert.equal(await page.locator(':focus').getAttribute('id'), await phone.getAttribute('id'))
      assert.match(await page.locator('#execution-phone-message').innerText(), /11位手机号/)
      await phone.fill(freshPhone())
      assert.equal(await phone.getAttribute('aria-invalid'), null)
      assert.deepEqual(posts, [])
    })
  })

  it('UX-15: a refused form returns with its input and the focus on the first invalid field', async () => {
    const answer = await post('support', { name: ' ', phone: '12345', orgName: 'Renhe', userId: '1' })
    assert.equal(answer.status, 400)
    // The window of other visits shows a page, whose policy would hold for the answer that is put into it.
    await visitor({ language: 'en', ownWindow: true }, async (page) => {
      await page.setContent(await answer.text())
      const form = page.locator('#support')
      assert.equal(await form.getByRole('alert').innerText(), errorMessage('VALIDATION_FAILED', 'en'))
      assert.equal(await form.getByLabel('Organization').inputValue(), 'Renhe')
      assert.equal(await form.getByLabel('Mobile number').inputValue(), '12345')
      assert.equal(await page.locator('#support-name-message').innerText(), 'Required')
      assert.match(await page.locator('#support-phone-message').innerText(), /11 digits/)
      assert.notEqual(await form.getByLabel('Name').getAttribute('autofocus'), null)
      assert.equal(await page.locator('[autofocus]').count(), 1)
    })
  })

  it('PUB-4 UX-16: an existing intent causes a warning, while typing the phone and on submission', async () => {
    const phone = freshPhone()
    await world.signUp(api.anonymous, { projectId: project.projectId, phone }).then(({ data }) => data)
    const warning = errorMessage('INTENT_EXISTS', 'zh-CN')
    await visitor({}, async (page) => {
      await page.goto(path)
      const form = page.locator('#execution')
      await form.getByLabel('姓名').fill('周医生')
      await form.getByLabel('手机号').fill(phone)
      await agree(page, 'execution')
      await form.getByLabel('医院').focus()
      await form.locator('.message.warning').waitFor()
      assert.equal(await form.locator('.message.warning').innerText(), warning)
      const [answer] = await Promise.all([
        page.waitForResponse(/\/execution$/),
        form.getByRole('button').click(),
      ])
      assert.equal(answer.status(), 409)
      assert.equal(await form.locator('.notice.warning').innerText(), warning)
      assert.equal(await page.locator('[aria-invalid], .notice.bad').count(), 0)
      assert.equal(await form.getByLabel('姓名').inputValue(), '周医生')
      await page.reload()
    })
    const other = await post('support', { name: 'Li', phone })
    assert.equal(other.status, 303, 'the other kind is another intent')
  })

  it('UX-19: a second click during submission submits nothing', async () => {
    const phone = freshPhone()
    await visitor({ path }, async (page) => {
      await page.locator('#execution-name').fill('周医生')
      await page.locator('#execution-phone').fill(phone)
      await agree(page, 'execution')
      // The browser fires this event before it submits; a real double click is too fast to observe.
      const second = await page.evaluate(`(() => {
        const form = document.querySelector('#execution form')
        form.querySelector('button').click()
        const event = new SubmitEvent('submit', { cancelable: true })
        form.dispatchEvent(event)
        return { refused: event.defaultPrevented, label: form.querySelector('button').textContent }
      })()`)
      assert.deepEqual(second, { refused: true, label: '正在提交…' })
      await page.waitForURL(/sent=execution/)
    })
    const { total } = await manager.call(publicityExecutionRoutes.list, { query: { phone } })
    assert.equal(total, 1)
  })

  it('a project that was unpublished meanwhile is reported', async () => {
    const brief = await publish()
    await visitor({}, async (page) => {
      await page.goto(`/publicity/projects/${brief.projectId}`)
      const body = {
        projectId: brief.projectId,
        version: await versionOf(brief.projectId),
        isPublished: false,
      }
      await manager.call(projectRoutes.update, { body })
      await page.locator('#support-name').fill('李女士')
      await page.locator('#support-phone').fill(freshPhone())
      await agree(page, 'support')
      await page.locator('#support button').click()
      await page.getByRole('heading', { name: '该项目不在公示中' }).waitFor()
    })
  })

  it('a submitted form redirects to its page, and other methods are refused', async () => {
    const back = await fetch(`${origin}${path}/support`, { redirect: 'manual' })
    assert.deepEqual([back.status, back.headers.get('location')], [303, path])
    assert.equal((await post('other', { name: 'x' })).status, 404)
    const long = await post('support', { name: 'x', phone: freshPhone(), remark: 'x'.repeat(70_000) })
    assert.equal(long.status, 413)
    assert.match(await long.text(), /Request ID/)
    const json = await post('support', {}, { 'content-type': 'application/json' })
    assert.equal(json.status, 415)
    const broken = await post('support', {}, { 'content-type': 'multipart/form-data; boundary=x' })
    assert.equal(broken.status, 400)
  })
})

const versionOf = async (projectId: number) =>
  (await manager.call(projectRoutes.get, { params: { projectId } })).version

describe('SVC-9: limits of the public pages', () => {
  it('apply to visitors as to the API, and say when to retry', async () => {
    const narrow = await openPortal({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: '1' } })
    await narrow.visit({ viewport: PHONE, language: 'en' }, async (page) => {
      let answer = await page.goto('/publicity')
      for (let n = 0; n < 10 && answer?.status() !== 429; n++) answer = await page.goto('/publicity')
      assert.equal(answer?.status(), 429)
      assert.match((await answer.headerValue('retry-after')) ?? '', /^[1-9]\d*$/)
      assert.match(await page.getByRole('alert').innerText(), /try again in \d+ seconds[^]*Request ID/)
      await assertAccessibleEverywhere(page, 'too many requests')
    })
  })
})

it('UX-21 UX-22 UX-30: every public page is accessible and fits a phone', async () => {
  const long = await publish({ projectName: freshName('W'.repeat(40)) })
  const pages: [name: string, address: string, click?: string][] = [
    ['projects', '/publicity'],
    ['nothing found', '/publicity?keyword=zzzz-nothing'],
    ['title of one long word', `/publicity?keyword=${long.projectName}`],
    ['project', path],
    ['intent sent', `${path}?sent=support`],
    ['form with problems', path, '#execution button'],
    ['not open', `/publicity/projects/${UNKNOWN_ID}`],
    ['verification', '/verify'],
    ['code left out', '/verify', 'form button'],
    ['unknown code', '/verify/unknown'],
  ]
  await visitor({}, async (page) => {
    for (const [name, address, click] of pages) {
      await page.setViewportSize(PHONE)
      await page.goto(address)
      if (click) await page.locator(click).click()
      await assertNoSideScroll(page, name)
      await assertTargets(page, name)
      await assertAccessibleEverywhere(page, name)
    }
  })
})
