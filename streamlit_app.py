"""The entrypoint: page config, navigation and sidebar, then the page that the address asks for."""

from lib.ui import controls, site

page = site.navigation()
controls.sidebar()
site.run(page)
