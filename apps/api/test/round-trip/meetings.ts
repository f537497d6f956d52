import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { freshName } from '../harness.ts'
import { plainPicture } from '../plain-picture.ts'
import type { World } from '../writing/meetings.ts'
import { fileOf, gets } from './reading.ts'
import { entriesOf } from './projects.ts'
import type { Fields, Kind } from './trip.ts'

const pairOf = async <T>(make: () => Promise<T>): Promise<readonly [T, T]> => [await make(), await make()]

export async function meetingKinds(world: World): Promise<Record<string, Kind>> {
  const { manager, executor, rival, project, sponsor } = world
  const templates = await pairOf(async () => {
    const body = { templateName: freshName('协议'), content: '{{orgName}}与{{expertName}}约定：' }
    return (await manager.call(agreementRoutes.createTemplate, { body })).templateId
  })
  const meetings = await pairOf(async () => (await world.meeting()).meetingId)
  const experts = await pairOf(async () => (await world.expert({}, null)).expertId)
  const invited = await pairOf(async () => (await world.expert({}, null)).expertId)
  const invitation = (expertId: number) => ({ expertId, laborFee: '3000.00', laborForm: 'chair' })
  const photos = await pairOf(async () => {
    const bytes = await plainPicture(640, 480).png().toBuffer()
    const file = new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' })
    return [(await executor.call(fileRoutes.upload, { file })).fileId]
  })
  /** A meeting with the experts who were invited to it, with a fee or without. */
  async function readMeeting(made: Fields): Promise<Fields> {
    const query = { meetingId: Number(made['meetingId']), orderByColumn: 'attendeeId', isAsc: 'asc' } as const
    const { rows } = await manager.call(attendeeRoutes.list, { query })
    const [free, paid] = [true, false].map((isFree) =>
      rows.filter(({ laborFee }) => isFree === (laborFee === '0.00')),
    )
    return {
      ...(await gets(manager, 'meeting.get', 'meetingId')(made)),
      expertIds: free!.map(({ expertId }) => expertId),
      invitations: paid!.map(({ expertId, laborFee, laborForm }) => ({ expertId, laborFee, laborForm })),
    }
  }
  const attachments = [[await fileOf(manager)], [await fileOf(manager), await fileOf(manager)]] as const
  const fileIds = await pairOf(() => fileOf(manager))
  const materials = Object.keys(materialRoutes).map((name): [string, Kind] => {
    const table = name as keyof typeof materialRoutes
    return [
      `records of the kind ${name}`,
      {
        by: manager,
        creates: [`${table}.create`],
        updates: [`${table}.update`],
        read: gets(manager, `${table}.get`, 'recordId'),
        values:
          table === 'meetingInvoice'
            ? { meetingId: meetings, fileId: fileIds }
            : { meetingId: meetings, attachments },
      },
    ]
  })
  return {
    meetings: {
      by: manager,
      creates: ['meeting.create'],
      updates: ['meeting.update'],
      read: readMeeting,
      values: {
        projectId: [project.projectId, project.projectId],
        meetingName: (route) => (route === 'meeting.create' ? project.projectName : freshName('会议')),
        businessId: () => freshName('M-'),
        execUserId: [executor.userId, rival.userId],
        laborTemplateId: templates,
        ...(await entriesOf(sponsor)),
        expertIds: [[experts[0]], [experts[1]]],
        invitations: [[invitation(invited[0])], [invitation(invited[1])]],
        scheduleStartTime: ['2026-12-05 09:00:00', '2026-12-08 09:00:00'],
        scheduleEndTime: ['2026-12-05 18:00:00', '2026-12-08 18:00:00'],
      },
    },
    attendees: {
      by: executor,
      creates: ['attendee.create'],
      updates: ['attendee.update'],
      read: gets(executor, 'attendee.get', 'attendeeId'),
      values: { meetingId: meetings, onSitePhotos: photos },
      unread: { reason: 'Kept with the amendment of a signed agreement' },
    },
    'templates of agreements': {
      by: manager,
      creates: ['agreement.createTemplate'],
      updates: ['agreement.updateTemplate'],
      read: gets(manager, 'agreement.getTemplate', 'templateId'),
      values: { validFrom: ['2099-01-01', '2099-02-01'] },
    },
    ...Object.fromEntries(materials),
  }
}
