import mark from '../../public/favicon.svg?inline'

/** The logo. Inlined, so that no request is made for it. */
export const Brand = ({ size }: { size: number }) => <img src={mark} width={size} height={size} alt="" />
