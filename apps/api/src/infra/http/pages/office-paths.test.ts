import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pageOfPaths } from './office-paths.ts'

it('HSE-29: the service tells the addresses of the office as its router does', () => {
  const isOffice = pageOfPaths(['/', '/projects', '/projects/$projectId/edit', '/door/$meetingId'])
  for (const path of ['/', '/projects', '/projects/', '/PROJECTS', '/projects/1/edit', '/door/%25zz'])
    assert.ok(isOffice(path), path)
  for (const path of [
    '/project',
    '/projects/1',
    '/projects/1/edit/2',
    '/door',
    '/door/',
    '/$projectId',
    '/x',
  ])
    assert.ok(!isOffice(path), path)
})
