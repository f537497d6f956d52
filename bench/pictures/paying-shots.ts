import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { BATCH_STATES } from '@consilium/contract/batches/batch-states.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Page } from 'playwright-core'
import type { Cast, Viewer } from './cast.ts'
import { click, MOST_MS, shot, shots, type Round, type Shot } from './shot.ts'

const MOST = { pageNum: 1, pageSize: 100 } as const

/** Batches in each state, as one of finance sees them, and what is done with them. */
async function batchShots({ client }: Viewer): Promise<Shot[]> {
  const { rows } = await client.call(batchRoutes.list, { query: MOST })
  const paths = Object.fromEntries(
    rows.map(({ batchId, state }) => [state, `/labor-payments/batches/${batchId}`]),
  )
  const inState = (state: (typeof BATCH_STATES)[number], name: string, open?: Shot['open']) =>
    paths[state] ? [shot(paths[state], name, open ? { open } : {})] : []
  return [
    ...shots([
      '/',
      '/labor-payments/due',
      '/labor-payments/batches',
      '/labor-payments/papers',
      '/labor-payments',
    ]),
    ...BATCH_STATES.flatMap((state) => inState(state, `batch-${state}`)),
    ...inState('draft', 'batch-lock', click(/^(?:锁定|Lock)$/)),
    ...inState('exported', 'batch-download', click(/^(?:下载银行文件|Download bank file)/)),
    ...inState('exported', 'batch-answer', click(/^(?:导入付款结果|Import bank answer)/)),
    ...inState('exported', 'batch-receipts', click(/^(?:导入电子回单|Import receipts)/)),
    shot('/labor-payments/due', 'batch-make', { open: click(/^(?:全部可付款建批次|Batch of all payable)/) }),
  ]
}

/** The second person sees a locked batch with its next step. */
async function releaseShots({ client }: Viewer): Promise<Shot[]> {
  const { rows } = await client.call(batchRoutes.list, { query: { ...MOST, state: 'locked' } })
  const path = `/labor-payments/batches/${rows[0]?.batchId}`
  return [shot(path, 'batch-locked'), shot(path, 'batch-release', { open: click(/^(?:放行|Release)$/) })]
}

async function meetingAt({ client }: Viewer, stage: MeetingStage): Promise<number | undefined> {
  const { rows } = await client.call(meetingRoutes.list, { query: { ...MOST, currentStage: stage } })
  return rows[0]?.meetingId
}

/** The code of the screen changes, so that it is scanned as the picture is taken. */
async function scan(page: Page): Promise<void> {
  await page.locator('.qr:not([hidden])').waitFor({ timeout: MOST_MS })
  const url = await page.locator('#screen').getAttribute('data-url')
  await page.goto(new URL(url ?? '').pathname)
  await page.getByRole('textbox').first().waitFor({ timeout: MOST_MS })
}

async function screenOf({ client }: Viewer, meetingId: number): Promise<string> {
  const { url } = await client.call(attendanceRoutes.openScreen, { body: { meetingId } })
  return new URL(url).pathname
}

/** What whoever runs a meeting sees of its attendance, and what visitors at the door see. */
export async function payingRounds({ executor, finance, releaser, manager }: Cast): Promise<Round[]> {
  const running = await meetingAt(executor, 'inSession')
  const held = await meetingAt(executor, 'materials')
  const online = await meetingAt(executor, 'settlement')
  const tab = (meetingId: number | undefined) => `/meetings/${meetingId}?tab=attendance`
  const screen = running === undefined ? undefined : await screenOf(executor, running).catch(() => undefined)
  return [
    { role: 'finance', viewer: finance, shots: await batchShots(finance) },
    { role: 'releaser', viewer: releaser, shots: await releaseShots(releaser) },
    {
      role: 'executor',
      viewer: executor,
      shots: [
        shot(tab(running), 'attendance-running'),
        shot(tab(held), 'attendance-held'),
        shot(tab(online), 'attendance-online'),
        shot(tab(running), 'attendance-screens', { open: click(/^(?:打开签到屏|Open a screen)/) }),
        shot(tab(running), 'attendance-settings', { open: click(/^(?:签到设置|Sign-in settings)/) }),
        shot(tab(online), 'attendance-import', { open: click(/^(?:导入线上记录|Import online)/) }),
        shot(tab(held), 'attendance-hand', { open: click(/^(?:补登|Enter by hand)/) }),
        shot(`/door/${running}`, 'door-offline'),
      ],
    },
    {
      role: 'manager',
      viewer: manager,
      shots: [
        shot(tab(held), 'attendance-reviewing'),
        shot(tab(running), 'attendance-review', { open: click(/^(?:复核|Review)/) }),
      ],
    },
    ...(screen === undefined
      ? []
      : [
          {
            role: 'public',
            viewer: null,
            shots: [
              shot(screen, 'door-screen', { onTablet: true }),
              shot(screen, 'door-sign-in', { open: scan }),
            ],
          },
        ]),
  ]
}
