import { notifications } from '@mantine/notifications'

/** A short word that something is done; it goes by itself. */
export const tellDone = (message: string): void => {
  notifications.show({ message, color: 'teal' })
}

export const tellFailed = (title: string, message: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: false })
}
