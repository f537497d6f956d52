import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { ShownFile } from '../../components/upload/shown-file.ts'

/** The on-site photos of an attendee as files that can be shown. */
export const photosOf = (attendee: Attendee, nameOf: (number: number) => string): ShownFile[] =>
  attendee.onSitePhotos.map((fileId, index) => ({
    fileId,
    fileName: nameOf(index + 1),
    url: attendee.onSitePhotoUrls[index] ?? '',
    mediaType: null,
  }))
