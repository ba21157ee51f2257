"""A link as a QR code, which a phone reads from the last row of a hall."""

import io

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

MOST = 300  # characters that are still read from the last row


async def qr(request: Request) -> Response:
    """The SVG of the text in the query, or one sentence."""
    text = request.query_params.get("text", "")
    if not 0 < len(text) <= MOST:
        told = f"A QR code that a phone reads from afar holds up to {MOST} characters, this link has {len(text)}."
        return PlainTextResponse(told, 400, {"Cache-Control": "no-store"})
    drawn = io.BytesIO()
    segno.make(text, micro=False, error="m").save(drawn, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return Response(drawn.getvalue(), headers={"Cache-Control": "public, max-age=86400"}, media_type="image/svg+xml")
