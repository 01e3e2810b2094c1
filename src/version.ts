declare const __MCPTEST_VERSION__: string | undefined;

/** The version of the package, inserted by the build. */
export const VERSION = typeof __MCPTEST_VERSION__ === 'string' ? __MCPTEST_VERSION__ : '0.0.0-dev';
