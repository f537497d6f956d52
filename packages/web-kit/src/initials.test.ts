import assert from 'node:assert/strict'
import { it } from 'node:test'
import { initials } from './initials.ts'

it('the picture of an account has the given name of a Chinese person, and the beginning of any other name', () => {
  assert.equal(initials('周艳'), '周艳')
  assert.equal(initials('蒋丽华'), '丽华')
  assert.equal(initials('欧阳知行'), '知行')
  assert.equal(initials('仁和会务服务有限公司'), '仁和')
  assert.equal(initials('阿卜杜热合曼·买买提'), '阿卜')
  assert.equal(initials('Daniel Okafor'), 'DA')
})
