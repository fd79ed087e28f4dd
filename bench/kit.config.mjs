// Vitest's configuration for bench/kit-side.test.mjs. The package is loaded as it is when it is installed.
export default { test: { include: ['bench/kit-side.test.mjs'], server: { deps: { external: [/[\\/]dist[\\/]/] } } } }
