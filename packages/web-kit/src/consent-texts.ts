import { defineTexts } from './texts.ts'

export const consentTexts = defineTexts('consents', {
  title: ['身份与银行信息的使用', 'Use of your identity and bank data'],
  ask: [
    '填写协议之前，请单独确认以下事项',
    'Before you fill in the agreement, please decide on this separately',
  ],
  agree: ['我单独同意', 'I agree to this separately'],
  given: ['您已于 {{time}} 同意（版本 {{version}}）。', 'You agreed on {{time}} (version {{version}}).'],
  notGiven: [
    '您尚未同意。签署第一份协议时会请您确认。',
    'You have not agreed yet. You will be asked when you sign your first agreement.',
  ],
  withdraw: ['撤回同意', 'Withdraw consent'],
  withdrawTitle: ['撤回同意？', 'Withdraw your consent?'],
  withdrawHint: [
    '撤回后，平台不再将您的身份证号和银行账户用于新的协议或付款，您可以随时重新同意。已签署的协议和依法须保存的记录不受影响。',
    'Your identity number and bank account are then not used for any new agreement or payment. You can agree again at any time. Signed agreements and records that the law requires are not affected.',
  ],
  record: ['同意记录', 'Record of consent'],
  version: ['版本 {{version}}', 'Version {{version}}'],
  from: ['{{time}} 同意', 'agreed {{time}}'],
  withdrawn: ['{{time}} 撤回', 'withdrawn {{time}}'],
  renewed: ['{{time}} 由新版本取代', 'replaced by a newer version on {{time}}'],
})
