import '@mantine/notifications/styles.css'
import { Notifications, notifications, type NotificationData } from '@mantine/notifications'
import { dated } from '../dated.tsx'

export const show = (note: NotificationData): string =>
  notifications.show({ ...note, message: dated(note.message) })
export const hide = notifications.hide

/** The place where notifications appear. */
export default function Toasts() {
  return <Notifications position="bottom-right" />
}
