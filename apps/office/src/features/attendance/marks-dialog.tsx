import type { Presence } from '@consilium/contract/attendance/presence.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Marks } from './marks.tsx'

export default function MarksDialog({ presence, onClose }: { presence: Presence; onClose: () => void }) {
  return (
    <Dialog title={presence.name} onClose={onClose}>
      <Marks presence={presence} />
    </Dialog>
  )
}
