import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Section } from '../../components/records/record-page.tsx'
import { FileGallery } from '../../components/upload/file-gallery.tsx'
import { useTexts } from '../../lib/texts.ts'
import { myMeetingTexts } from './texts.ts'

/** Few meetings have photos, so their gallery is loaded when it is wanted. */
export default function Photos({ attendee }: { attendee: Attendee }) {
  const t = useTexts(myMeetingTexts)
  const { onSitePhotos, onSitePhotoUrls } = attendee
  return (
    <Section title={t('photos')}>
      <FileGallery
        files={onSitePhotos.map((fileId, index) => ({
          fileId,
          fileName: t('photo', { number: index + 1 }),
          url: onSitePhotoUrls[index] ?? '',
          mediaType: 'image/*',
        }))}
      />
    </Section>
  )
}
