import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MESSAGE_KIND_LABELS, MessageKind } from '../messages/messages.ts'
import { NOTICE_CATEGORY_LABELS, NOTICE_KINDS } from './notice-kinds.ts'

it('a kind of notice is not called like the group that it stands in', () => {
  for (const kind of MessageKind.options)
    for (const language of ['zh-CN', 'en'] as const) {
      const group = NOTICE_CATEGORY_LABELS[NOTICE_KINDS[kind].category][language]
      assert.notEqual(MESSAGE_KIND_LABELS[kind][language], group)
    }
})
