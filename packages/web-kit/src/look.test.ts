import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfExperts, isOutside, loginAddress } from './expert-paths.ts'
import { bytes, minute, money, yuan } from './format.ts'
import { lookCookie, readLook } from './look.ts'
import { defineTexts, textOf } from './texts.ts'

describe('the choice of language and colors', () => {
  it('HSE-29: is read from the cookie that holds it, and from no other', () => {
    const written = lookCookie({ language: 'en', scheme: 'dark' })
    const [pair = ''] = written.split(';')
    assert.deepEqual(readLook(`a=b; ${pair}; c=d`), { language: 'en', scheme: 'dark' })
    assert.deepEqual(readLook(undefined), { language: null, scheme: null })
    assert.deepEqual(readLook('other_consilium_look=en.dark'), { language: null, scheme: null })
  })

  it('HSE-29: what is no choice counts as none', () => {
    for (const value of ['fr.blue', '.', 'en', '<script>.dark', '.light'])
      assert.deepEqual(readLook(`consilium_look=${value}`), {
        language: value === 'en' ? 'en' : null,
        scheme: value === '.light' ? 'light' : null,
      })
  })
})

describe('what both apps show alike', () => {
  it('HSE-29: texts are filled in, in the language asked for', () => {
    const texts = defineTexts('test', {
      rows_one: ['共 {{count}} 条', '{{count}} row'],
      rows_other: ['共 {{count}} 条', '{{count}} rows'],
    })
    assert.equal(textOf(texts, 'rows', 'en', { count: 1 }), '1 row')
    assert.equal(textOf(texts, 'rows', 'en', { count: 12345 }), '12,345 rows')
    assert.equal(textOf(texts, 'rows', 'zh-CN', { count: 2 }), '共 2 条')
    assert.throws(() => textOf(texts, 'other', 'en'), /No text test:other/)
  })

  it('HSE-29: amounts keep every digit, times end with their minute', () => {
    assert.equal(money('9999999.99'), '9,999,999.99')
    assert.equal(money(null), '—')
    assert.equal(yuan('9999999.99'), '¥\u00a09,999,999.99')
    assert.equal(yuan(null), '—')
    assert.equal(minute('2026-12-05 09:30:59'), '2026-12-05\u00a009:30')
    assert.equal(bytes(1536), '1.5 KB')
  })

  it('HSE-29: addresses of experts are those and what is below them', () => {
    for (const path of [
      '/',
      '/my-meetings',
      '/my-meetings/7',
      '/my-agreements',
      '/my-agreements/7',
      '/my-payments',
      '/messages',
      '/messages/9',
      '/my-profile/edit',
      '/my-plans/new',
      '/sign-ups',
      '/notices',
    ])
      assert.ok(isOfExperts(path), path)
    for (const path of [
      '/meetings',
      '/messagesx',
      '/login',
      '/my-meetingsx',
      '/my-agreementsx',
      '/projects/1',
    ])
      assert.ok(!isOfExperts(path), path)
  })

  it('HSE-29: pages outside a session are those for everybody, and the login knows where to return', () => {
    for (const path of ['/login', '/register', '/register/expert', '/forgotten', '/mail-confirmation'])
      assert.ok(isOutside(path), path)
    for (const path of ['/', '/logins', '/registered', '/login/again', '/projects', '/office-shell'])
      assert.ok(!isOutside(path), path)
    assert.equal(loginAddress('/'), '/login')
    assert.equal(loginAddress('/projects?a=研 1&b'), '/login?returnTo=%2Fprojects%3Fa%3D%E7%A0%94+1%26b')
  })
})
