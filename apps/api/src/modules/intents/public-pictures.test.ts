// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectPictureRoutes as routes } from '@consilium/contract/projects/project-pictures.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { intentWorld, NOT_FOUND, PAST, STALE, UNKNOWN_ID } from '../../../test/intent-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { plainPicture } from '../../../test/plain-picture.ts'

const PICTURE_FULL_SIDE = 1_280
const PICTURE_PREVIEW_SIDE = 720
const PICTURE_SIDE_MIN = 320
const PROJECT_PICTURES_MAX = 6

const api = await startApi()
after(() => api.close())
const { manager, createProject } = await intentWorld(api)

const SMALL = await plainPicture(PICTURE_SIDE_MIN, PICTURE_SIDE_MIN).png().toBuffer()

async function upload(user: User, bytes: Buffer = SMALL, name = '图片.png'): Promise<number> {
  const { fileId } = await user.call(fileRoutes.upload, { file: new File([new Uint8Array(bytes)], name) })
  return fileId
}

const add = (projectId: number, fileId: number, caption = '研讨会现场') =>
  manager.attempt(routes.create, { params: { projectId }, body: { fileId, caption, mayBePublished: true } })

async function added(projectId: number, bytes?: Buffer, caption?: string) {
  const { data, error } = await add(projectId, await upload(manager, bytes), caption)
  assert.equal(error, null)
  return data
}

const listed = (projectId: number) => manager.call(routes.list, { params: { projectId } })
const shown = async (projectId: number) =>
  (await api.anonymous.call(publicProjectRoutes.get, { params: { projectId } })).pictures

const fetched = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, api.baseUrl), { headers: { connection: 'close', ...headers } })

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const statusOf = async (address: string) => {
  const answer = await fetched(address)
  await answer.body?.cancel()
  return answer.status
}

const withoutId = async (answer: Response) => {
  const { requestId: _id, ...body } = (await answer.json()) as Record<string, unknown>
  return [answer.status, body, answer.headers.get('cache-control')]
}

const filesOf = async (projectId: number): Promise<number[]> => {
  const rows = await api.db
    .selectFrom('project_picture')
    .select(['file_id', 'preview_file_id'])
    .where('project_id', '=', projectId)
    .execute()
  return rows.flatMap(({ file_id, preview_file_id }) => [file_id, preview_file_id])
}

const countOf = async (table: 'stored_file' | 'staged_file', fileIds: readonly number[]) =>
  (await api.db.selectFrom(table).select('file_id').where('file_id', 'in', fileIds).execute()).length

describe('WEB-28: pictures of a public project', () => {
  it('WEB-28: a manager adds, orders, renames and removes pictures; visitors see them in this order', async () => {
    const { projectId } = await createProject()
    const [first, second] = [await added(projectId, undefined, '甲'), await added(projectId, undefined, '乙')]
    assert.deepEqual([first.width, first.height, first.caption], [PICTURE_SIDE_MIN, PICTURE_SIDE_MIN, '甲'])
    assert.equal(await statusOf(first.url), 200)
    const order = [second, { ...first, caption: '丙' }].map(({ pictureId, version, caption }) => ({
      pictureId,
      version,
      caption,
    }))
    await manager.call(routes.arrange, { params: { projectId }, body: { pictures: order } })
    const pictures = await shown(projectId)
    assert.deepEqual(
      pictures.map(({ pictureId, caption }) => [pictureId, caption]),
      [
        [second.pictureId, '乙'],
        [first.pictureId, '丙'],
      ],
    )
    const { rows } = await api.anonymous.call(publicProjectRoutes.list, {
      query: { pageSize: 1, orderByColumn: 'projectId', isAsc: 'desc' },
    })
    assert.deepEqual(rows[0]?.pictures, pictures)
    await manager.call(routes.remove, { params: { projectId, pictureId: second.pictureId } })
    assert.deepEqual(
      (await listed(projectId)).map(({ pictureId }) => pictureId),
      [first.pictureId],
    )
    assert.equal(await statusOf(pictures[0]!.url), 404)
    assert.equal(await statusOf(pictures[1]!.url), 200)
  })

  it('WEB-28: only managers may, and they say that a picture may be published', async () => {
    const project = await createProject()
    const params = { projectId: project.projectId }
    const leader = await api.leader()
    await manager.call(projectRoutes.setLead, { params, body: { leadUserId: leader.userId } })
    const body = { fileId: await upload(leader), caption: '会场', mayBePublished: true as const }
    assert.equal((await leader.attempt(routes.create, { params, body })).status, 403)
    const silent = { fileId: await upload(manager), caption: ' ' } as never
    const refused = await manager.attempt(routes.create, { params, body: silent })
    assert.deepEqual(refusalOf(refused).fields?.toSorted(), ['caption', 'mayBePublished'])
    const unknown = { projectId: UNKNOWN_ID }
    const gone = await manager.attempt(routes.create, {
      params: unknown,
      body: { ...body, fileId: await upload(manager) },
    })
    assert.deepEqual(refusalOf(gone), NOT_FOUND)
  })

  it('WEB-28: what is served is a JPEG of bounded size, upright, without EXIF, place or profile', async () => {
    const { projectId } = await createProject()
    const photo = await plainPicture(3000, 1500)
      .jpeg()
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Make: 'Camera of Wang', Artist: 'Wang' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 0/1' },
        },
      })
      .toBuffer()
    assert.ok(photo.includes('Camera of Wang'))
    const { pictureId } = await added(projectId, photo)
    const [picture] = await shown(projectId)
    assert.deepEqual([picture!.width, picture!.height], [PICTURE_FULL_SIDE / 2, PICTURE_FULL_SIDE])
    assert.deepEqual([picture!.pictureId, picture!.previewWidth], [pictureId, PICTURE_PREVIEW_SIDE / 2])
    for (const [address, side] of [
      [picture!.url, PICTURE_FULL_SIDE],
      [picture!.previewUrl, PICTURE_PREVIEW_SIDE],
    ] as const) {
      const bytes = await bytesOf(await fetched(address))
      const { format, width, height, exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ['jpeg', side / 2, side])
      assert.deepEqual([exif, icc, xmp, iptc, orientation], Array.from({ length: 5 }))
      assert.ok(!bytes.includes('Camera of Wang') && !bytes.includes('Exif'))
    }
  })

  it('WEB-28: served while the project is published; otherwise answered like a picture that never was', async () => {
    const project = await createProject()
    const { projectId } = project
    await added(projectId)
    const [{ url } = { url: '' }] = await shown(projectId)
    const answer = await fetched(url)
    const headers = ['content-type', 'cache-control', 'x-content-type-options'].map((name) =>
      answer.headers.get(name),
    )
    assert.deepEqual(headers, ['image/jpeg', 'private, max-age=86400, immutable', 'nosniff'])
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    await bytesOf(answer)
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetched(url, { 'if-none-match': etag })
    assert.deepEqual([again.status, (await bytesOf(again)).length], [304, 0])

    const unknown = await withoutId(await fetched(url.replace(/\d+(?=\?)/, String(UNKNOWN_ID))))
    assert.equal(unknown[0], 404)
    const change = async (body: object) => {
      const { version } = await manager.call(projectRoutes.get, { params: { projectId } })
      await manager.call(projectRoutes.update, { body: { projectId, version, ...body } })
    }
    await change({ isPublished: false })
    assert.deepEqual(await withoutId(await fetched(url)), unknown)
    assert.deepEqual(await withoutId(await fetched(url, { 'if-none-match': etag })), unknown)
    await change({ isPublished: true })
    assert.equal(await statusOf(url), 200)
    await change({ endTime: PAST })
    assert.deepEqual(await withoutId(await fetched(url)), unknown)
    assert.equal(await statusOf((await listed(projectId))[0]!.url), 200, 'managers still see it')
  })

  it('WEB-28: a file of somebody else, of a record, or that is no picture is refused', async () => {
    const { projectId } = await createProject()
    const refusedFor = async (fileId: number) => {
      const { error, fields } = refusalOf(await add(projectId, fileId))
      return [error, ...(fields ?? [])]
    }
    const other = await api.manager()
    const ofRecord = await upload(manager)
    await manager.call(specialPlanRoutes.create, {
      body: { planName: freshName('方案'), attachments: [ofRecord] },
    })
    const pictureFile = (await (await added(projectId), filesOf(projectId)))[0]!
    for (const fileId of [await upload(other), ofRecord, pictureFile, UNKNOWN_ID])
      assert.deepEqual(await refusedFor(fileId), ['FILE_UNKNOWN', 'fileId'])
    const pdf = await upload(manager, Buffer.from('%PDF-1.7\n'), 'a.pdf')
    assert.deepEqual(await refusedFor(pdf), ['FILE_TYPE_REFUSED', 'fileId'])
    const torn = await plainPicture(900, 700).png().toBuffer()
    const damaged = await upload(manager, torn.subarray(0, torn.length / 2))
    assert.deepEqual(await refusedFor(damaged), ['PICTURE_UNREADABLE', 'fileId'])
    for (const [width, height] of [
      [PICTURE_SIDE_MIN, PICTURE_SIDE_MIN - 1],
      [2000, 400],
    ] as const) {
      const narrow = await upload(manager, await plainPicture(width, height).png().toBuffer())
      assert.deepEqual(await refusedFor(narrow), ['PICTURE_TOO_SMALL', 'fileId'])
    }
    assert.equal((await listed(projectId)).length, 1)
  })
})

describe('WEB-28: pictures that are changed at once', () => {
  it('WEB-28: of many pictures added at once six stay, and one upload becomes one picture', async () => {
    const { projectId } = await createProject()
    const shared = await upload(manager)
    const twice = await Promise.all([add(projectId, shared), add(projectId, shared)])
    assert.deepEqual(
      twice.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    )
    const fileIds = await Promise.all(Array.from({ length: PROJECT_PICTURES_MAX + 2 }, () => upload(manager)))
    const answers = await Promise.all(fileIds.map((fileId) => add(projectId, fileId)))
    const errors = answers.flatMap(({ error }) => error?.error ?? [])
    assert.deepEqual(
      errors,
      Array.from({ length: 3 }, () => 'PICTURES_FULL'),
    )
    assert.equal((await listed(projectId)).length, PROJECT_PICTURES_MAX)
  })

  it('WEB-28: of two orders at once one holds, and the other is told', async () => {
    const { projectId } = await createProject()
    for (let count = 0; count < 3; count++) await added(projectId, undefined, String(count))
    for (let round = 0; round < 5; round++) {
      const there = await listed(projectId)
      const orders = [there.toReversed(), [there[1]!, there[0]!, there[2]!]].map((pictures) =>
        pictures.map(({ pictureId, version, caption }) => ({ pictureId, version, caption })),
      )
      const answers = await Promise.all(
        orders.map((pictures) =>
          manager.attempt(routes.arrange, { params: { projectId }, body: { pictures } }),
        ),
      )
      const won = answers.findIndex(({ status }) => status === 200)
      assert.deepEqual(refusalOf(answers[1 - won]!), STALE)
      assert.deepEqual(
        (await listed(projectId)).map(({ pictureId }) => pictureId),
        orders[won]!.map(({ pictureId }) => pictureId),
      )
    }
    const [one, two] = await listed(projectId)
    for (const pictures of [
      [one!, two!],
      [one!, two!, two!],
    ]) {
      const body = {
        pictures: pictures.map(({ pictureId, version, caption }) => ({ pictureId, version, caption })),
      }
      const partly = await manager.attempt(routes.arrange, { params: { projectId }, body })
      assert.deepEqual(refusalOf(partly), STALE)
    }
  })
})

it('WEB-28: the upload goes with its picture, and the files of a picture with it or with its project', async () => {
  const project = await createProject()
  const { projectId } = project
  const fileId = await upload(manager, await plainPicture(1600, 900).png().toBuffer())
  const { data: picture } = await add(projectId, fileId)
  await added(projectId)
  assert.deepEqual([await countOf('stored_file', [fileId]), await countOf('staged_file', [fileId])], [0, 1])

  const files = await filesOf(projectId)
  assert.equal(files.length, 4)
  await sql`update stored_file set unused_since = unused_since - interval '60 days'`.execute(api.db)
  await api.app.purge()
  await api.app.collectFiles(0)
  assert.equal(await countOf('stored_file', files), 4, 'they are in use')
  for (const { url, previewUrl } of await shown(projectId))
    assert.deepEqual([await statusOf(url), await statusOf(previewUrl)], [200, 200])

  const params = { projectId, pictureId: picture.pictureId }
  const both = await Promise.all([
    manager.attempt(routes.remove, { params }),
    manager.attempt(routes.remove, { params }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.deepEqual([await countOf('stored_file', files), await countOf('staged_file', files)], [2, 2])
  await manager.call(projectRoutes.remove, { params: { projectId: String(projectId) } })
  assert.deepEqual([await countOf('stored_file', files), await countOf('staged_file', files)], [0, 4])
  await api.app.collectFiles(0)
  assert.equal(await countOf('staged_file', [fileId, ...files]), 0)
})
