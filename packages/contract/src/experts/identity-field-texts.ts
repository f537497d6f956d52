/** Descriptions of the fields of the check of an identity. */
export const IDENTITY_FIELD_TEXTS = {
  identityCheck: 'What the verifier of identities says, and what the approval rests on',
  answeredTime: 'When the verifier answered',
  mayAsk: 'Whether the caller can ask now',
  asksLeft: 'How often people may still ask today',
  basis: 'What the approval rests on; null until the expert is approved',
  by: 'verifier or hand: how it was established',
  matchedTime: 'When the verifier answered that everything matches',
  approvedByName: 'Who approved the expert',
  approvedTime: 'When the expert was approved',
  isChanged: 'Whether name, document or phone have changed since',
}
