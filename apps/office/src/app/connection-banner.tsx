import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useOnline } from '../lib/live/connection.ts'
import { useNewerVersion } from '../lib/versions.ts'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** Says that nothing can be loaded or saved until the network is back, or that there is a newer version. */
export function ConnectionBanner() {
  const t = useTexts(shellTexts)
  const isOnline = useOnline()
  const isNewer = useNewerVersion()
  return (
    <div role="status" aria-live="polite" className={classes.notices}>
      {!isOnline && (
        <p className={classes.offline}>
          <IconCloudOff size={18} aria-hidden />
          {t('offline')}
        </p>
      )}
      {isOnline && isNewer && (
        <p className={classes.offline}>
          {t('newVersion')}
          <Button size="compact-sm" variant="default" ml="auto" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </p>
      )}
    </div>
  )
}
