// Engine: both
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'

const api = await startApi()
after(() => api.close())
const world = await openWorld(api)
const { manager } = world

const experts = async (query: { name?: string; unit?: string }) => {
  const { rows } = await manager.call(expertRoutes.list, { query: { ...query, isAsc: 'asc' } })
  return rows.map(({ name }) => name)
}

const NAMES = ['张伟', '章维', '曾巩', '李雷', '罗兰', '欧阳堃', '吕布', 'Mary Zw'] as const

before(async () => {
  for (const name of NAMES)
    await api.expert({ name, unit: name === '李雷' ? '西安交通大学第一附属医院' : '重庆医院' })
})

describe('WEB-38: names are found as they are typed in pinyin', () => {
  it('WEB-38: by the first letters of their characters, in either case', async () => {
    assert.deepEqual(await experts({ name: 'zw' }), ['张伟', '章维', 'Mary Zw'])
    assert.deepEqual(await experts({ name: 'ZW' }), ['张伟', '章维', 'Mary Zw'])
    assert.deepEqual(await experts({ name: 'oyk' }), ['欧阳堃'])
    assert.deepEqual(await experts({ name: 'yk' }), ['欧阳堃'])
    assert.deepEqual(await experts({ name: 'wz' }), [])
  })

  it('WEB-38: by whole syllables, the last one not to its end', async () => {
    for (const typed of ['zhangw', 'zhangwei', 'Zhang Wei', "zhang'wei"])
      assert.deepEqual(await experts({ name: typed }), ['张伟', '章维'], typed)
    assert.deepEqual(await experts({ name: 'zhangwen' }), [])
    assert.deepEqual(await experts({ name: 'ouyangkun' }), ['欧阳堃'])
    assert.deepEqual(await experts({ name: 'lvb' }), ['吕布'])
    assert.deepEqual(await experts({ name: 'lü bu' }), ['吕布'])
  })

  it('WEB-38: by the reading that families have, and one syllable not by itself', async () => {
    assert.deepEqual(await experts({ name: 'zenggong' }), ['曾巩'])
    assert.deepEqual(await experts({ name: 'zg' }), ['曾巩'])
    for (const typed of ['zhang', 'li']) assert.deepEqual(await experts({ name: typed }), [], typed)
  })

  it('WEB-38: units are looked for by their own letters, not by those of the name beside them', async () => {
    assert.deepEqual(await experts({ unit: 'xajt' }), ['李雷'])
    // The letters are divided in both ways: 西安, and a syllable of one character.
    assert.deepEqual(await experts({ unit: 'xianjiaotong' }), ['李雷'])
    assert.deepEqual(await experts({ unit: 'll' }), [])
    assert.equal((await experts({ unit: 'chongqing' })).length, NAMES.length - 1)
    assert.equal((await experts({ unit: 'cq' })).length, NAMES.length - 1)
  })

  it('WEB-38: meetings, attendees, projects and organizations', async () => {
    const { meetingId, version } = await world.meeting()
    await manager.call(meetingRoutes.update, {
      body: { meetingId, version, meetingName: '心血管新进展研讨会' },
    })
    const expert = await api.expert({ name: '诸葛亮' })
    await world.approve(expert)
    await world.attendee(meetingId, { phone: expert.phone, name: '诸葛亮' })
    await manager.call(projectRoutes.create, { body: { projectName: '糖尿病管理' } })
    await api.sponsor({ orgName: '华北制药' })
    for (const typed of ['xxg', 'xinxueguan', 'yantaoh']) {
      const { rows } = await manager.call(meetingRoutes.list, { query: { meetingName: typed } })
      assert.deepEqual(
        rows.map((row) => row.meetingId),
        [meetingId],
        typed,
      )
    }
    for (const typed of ['zgl', 'zhugel', 'zhugeliang']) {
      const { rows } = await manager.call(attendeeRoutes.list, { query: { name: typed } })
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['诸葛亮'],
        typed,
      )
    }
    for (const typed of ['tnb', 'tangniaobing']) {
      const { rows } = await manager.call(projectRoutes.list, { query: { projectName: typed } })
      assert.deepEqual(
        rows.map(({ projectName }) => projectName),
        ['糖尿病管理'],
        typed,
      )
    }
    for (const typed of ['hbzy', 'huabei']) {
      const { rows } = await manager.call(organizationRoutes.list, { query: { orgName: typed } })
      assert.deepEqual(
        rows.map(({ orgName }) => orgName),
        ['华北制药'],
        typed,
      )
    }
  })

  it('WEB-38: one letter, 41 letters and letters that lead nowhere are looked for as they stand', async () => {
    assert.deepEqual(await experts({ name: 'y' }), ['Mary Zw'])
    assert.deepEqual(await experts({ name: 'an'.repeat(20) }), [])
    assert.deepEqual(await experts({ name: `${'an'.repeat(20)}v` }), [])
    assert.deepEqual(await experts({ name: `${'ana'.repeat(13)}v` }), [])
    assert.deepEqual(await experts({ name: 'z%' }), [])
    assert.deepEqual(await experts({ name: 'z_' }), [])
  })
})
