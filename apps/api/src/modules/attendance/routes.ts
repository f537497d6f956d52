import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { conferenceRoutes } from '@consilium/contract/attendance/conference.ts'
import { signInRoutes } from '@consilium/contract/attendance/sign-in.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Attendance } from './service.ts'

export function bindAttendance(on: Bind, attendance: Attendance): void {
  on(signInRoutes.screen, ({ params }) => attendance.showScreen(params.token))
  on(signInRoutes.open, async ({ actor, body, ticket }) => {
    const opened = await attendance.openTicket(actor, body.code)
    ticket.give(opened.token, opened.seconds)
    return opened.ticket
  })
  on(signInRoutes.sendCode, ({ body, ticket }) => attendance.sendCode(ticket.token, body.phone))
  on(signInRoutes.identify, ({ body, ticket }) => attendance.identify(ticket.token, body))
  on(signInRoutes.mark, ({ body, ticket, ip }) => attendance.signIn(ticket.token, body, ip))

  on(attendanceRoutes.ofMeeting, ({ actor, query }) => attendance.list(actor, query))
  on(attendanceRoutes.sheet, ({ actor, query, language }) =>
    attendance.sheet(actor, query.meetingId, language),
  )
  on(attendanceRoutes.sheetPdf, ({ actor, query }) => attendance.sheetDocument(actor, query.meetingId))
  on(attendanceRoutes.certificate, ({ actor, params }) => attendance.certificate(actor, params.attendeeId))
  on(attendanceRoutes.certificates, ({ actor, query }) => attendance.certificates(actor, query.meetingId))
  on(attendanceRoutes.setting, ({ actor, params }) => attendance.setting(actor, params.meetingId))
  on(attendanceRoutes.changeSetting, ({ actor, body }) => attendance.changeSetting(actor, body))
  on(attendanceRoutes.screens, ({ actor, params }) => attendance.screens(actor, params.meetingId))
  on(attendanceRoutes.openScreen, ({ actor, body }) => attendance.openScreen(actor, body.meetingId))
  on(attendanceRoutes.endScreen, ({ actor, params }) => attendance.endScreen(actor, params.screenId))
  on(attendanceRoutes.sendEntries, ({ actor, body, language }) =>
    attendance.sendEntries(actor, body, language),
  )
  on(attendanceRoutes.recordByHand, ({ actor, body }) => attendance.recordByHand(actor, body))
  on(conferenceRoutes.titles, ({ upload }) => attendance.conferenceTitles(upload))
  on(conferenceRoutes.import, ({ actor, query, upload, language }) =>
    attendance.importConference(actor, query, { upload, language }),
  )
  on(conferenceRoutes.rows, ({ actor, query }) => attendance.conferenceRows(actor, query))
  on(conferenceRoutes.settle, ({ actor, body }) => attendance.settleRow(actor, body))
  on(attendanceRoutes.review, ({ actor, body }) => attendance.review(actor, body))
}
