import { IconCloudOff } from '@tabler/icons-react'
import { useOnline } from '../lib/connection.ts'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** Says that nothing can be loaded or saved until the network is back. */
export function ConnectionBanner() {
  const t = useTexts(shellTexts)
  const isOnline = useOnline()
  return (
    <div role="status" aria-live="polite" className={classes.notices}>
      {!isOnline && (
        <p className={classes.offline}>
          <IconCloudOff size={18} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
