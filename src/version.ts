declare const __MCPTEST_VERSION__: string | undefined;

/** The version of the package; the build puts it in. */
export const VERSION = typeof __MCPTEST_VERSION__ === 'string' ? __MCPTEST_VERSION__ : '0.0.0-dev';
