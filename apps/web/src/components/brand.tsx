import mark from '../../public/favicon.svg?inline'

/** The sign of the product. In the code, as a page has better things to wait for. */
export const Brand = ({ size }: { size: number }) => <img src={mark} width={size} height={size} alt="" />
