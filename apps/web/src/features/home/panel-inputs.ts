// Plain values, since the build reads them too: it requests the panels ahead of the app (`vite.head-start.ts`).

/** Number of rows in a panel; the rest is behind a link. */
const SHOWN = 4

export const TO_SIGN = { toSign: 'true', orderByColumn: 'scheduleStartTime', isAsc: 'asc' }
export const UPCOMING = { isUpcoming: 'true', orderByColumn: 'scheduleStartTime', isAsc: 'asc' }
export const UNREAD = { isRead: 'false' }

/** What a panel asks its list for. */
export const askedBy = (query: Readonly<Record<string, string>>): Record<string, string> => ({
  ...query,
  pageSize: String(SHOWN),
})
