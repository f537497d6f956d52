/** Errors of the bots of organizations, a part of the catalogue in `errors.ts`. */
export const botErrors = {
  BOT_ADDRESS_UNSAFE: {
    status: 400,
    zh: '须为以 https:// 开头的公网地址，且不含用户名',
    en: 'Must be a public address that begins with https:// and names no user',
  },
  BOT_ADDRESS_FOREIGN: {
    status: 400,
    zh: '不是该机器人的地址，应以 {start} 开头',
    en: 'This is no address of such a bot; it begins with {start}',
  },
  BOT_SECRET_UNFIT: {
    status: 400,
    zh: '密钥与机器人类型不符：企业微信没有密钥，钉钉为“加签”密钥，飞书为“签名校验”密钥',
    en: 'This is no secret of such a bot: WeCom has none, that of DingTalk begins with SEC, that of Feishu is letters and digits',
  },
  BOT_SECRET_NEEDED: {
    status: 400,
    zh: '更换地址时须同时填写新机器人的密钥，或清除密钥',
    en: 'With another address, give the secret of that bot, or take the secret away',
  },
  BOT_REFUSED: {
    status: 409,
    zh: '机器人未接受消息（{reason}），请核对地址、密钥与安全设置',
    en: 'The bot did not take the message ({reason}); check its address, secret and security settings',
  },
  TOO_MANY_BOTS: {
    status: 409,
    zh: '一个单位最多添加{max}个机器人',
    en: 'An organization has at most {max} bots',
  },
} as const
