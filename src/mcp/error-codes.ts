/** The JSON-RPC code for a method that the other side does not know. */
export const METHOD_NOT_FOUND = -32601;
