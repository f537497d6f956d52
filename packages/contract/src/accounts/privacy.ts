import { z } from 'zod'
import { PRIVACY_NOTICE } from '../consents/consent-texts.ts'
import { said } from '../words.ts'

/** The version of the privacy notice that the sender was shown and agreed to. */
export const privacyVersion = z
  .literal(
    PRIVACY_NOTICE.version,
    said(
      '个人信息处理说明已更新，请刷新页面后重新阅读',
      'The privacy notice has changed; reload the page and read it again',
    ),
  )
  .meta({ description: 'Version of the privacy notice that was agreed to; pages always ask for it' })
