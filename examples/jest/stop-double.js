export default () => globalThis.maildouble.stop()
