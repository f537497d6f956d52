import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { NOTICE_KINDS, SENT_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import {
  NOTICE_TEXTS,
  WITHOUT_LINK,
  type NoticeText,
} from '../../apps/api/src/modules/notices/notice-texts.ts'

const PLEASE_LOG_IN = '，请登录平台查看。'
const LINK = '，请登录查看：https://您的域名/n/{link}'
const guide = readFileSync('docs/operating.md', 'utf8')

const registered = (kind: NoticeText) =>
  `| \`${kind}\` | 通知 | ${NOTICE_TEXTS[kind].text['zh-CN']}${WITHOUT_LINK.has(kind) ? PLEASE_LOG_IN : LINK} |`

it('NOT-2: every text message that nobody has to choose has its template in the guide of operators, with the text as shipped', () => {
  const texted = SENT_KINDS.filter((kind) => NOTICE_KINDS[kind].sms)
  const missing = [...texted, 'digest' as const].filter((kind) => !guide.includes(registered(kind)))
  assert.deepEqual(missing.map(registered), [])
})

it('NOT-2: every other kind, which people may choose as a text message, is named there', () => {
  const [, chosen = ''] = /Kinds that go by mail[^:]*:([^.]*)\./s.exec(guide) ?? []
  const named = chosen.match(/`(\w+)`/g)?.map((name) => name.slice(1, -1)) ?? []
  const kinds = SENT_KINDS.filter((kind) => !NOTICE_KINDS[kind].sms && !NOTICE_KINDS[kind].textedByAccount)
  assert.deepEqual(named.toSorted(), kinds.toSorted())
})
