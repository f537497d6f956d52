import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'

export const show = notifications.show
export const hide = notifications.hide

/** The place where notifications appear. */
export default function Toasts() {
  return <Notifications position="bottom-right" />
}
