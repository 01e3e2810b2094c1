/** The JSON-RPC code for a text that is not JSON. */
export const PARSE_ERROR = -32700;

/** The JSON-RPC code for JSON that is not a message. */
export const INVALID_REQUEST = -32600;

/** The JSON-RPC code for a method that the other side does not know. */
export const METHOD_NOT_FOUND = -32601;

/** The JSON-RPC code for parameters that the method does not take. */
export const INVALID_PARAMS = -32602;

/** The JSON-RPC code for a fault of the side that answers. */
export const INTERNAL_ERROR = -32603;

/** The code of MCP for headers of HTTP that contradict the message. */
export const HEADER_MISMATCH = -32020;

/** The code of MCP for a client that lacks a capability which the request needs. */
export const MISSING_CAPABILITY = -32021;

/** The code of MCP for a version that the server does not speak. */
export const UNSUPPORTED_VERSION = -32022;
